import { Global, Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { QueueNotifier } from './queue-notifier.js';
import { QueueShutdown } from './queue-shutdown.js';

@Global()
@Module({ imports: [DiscoveryModule], providers: [QueueNotifier, QueueShutdown], exports: [QueueNotifier] })
export class QueueModule {}
