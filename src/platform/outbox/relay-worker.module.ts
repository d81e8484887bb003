import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { Relay } from './relay.js';

@Module({ imports: [DiscoveryModule], providers: [Relay], exports: [Relay] })
export class RelayWorkerModule {}
