import { Global, Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { Doorbell } from './doorbell.js';
import { QueueShutdown } from './queue-shutdown.js';

@Global()
@Module({ imports: [DiscoveryModule], providers: [Doorbell, QueueShutdown], exports: [Doorbell] })
export class QueueModule {}
