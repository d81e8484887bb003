import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { EventRetention } from './event-retention.js';
import { EventHandover } from './event-handover.js';
import { LateSubscribers } from './late-subscribers.service.js';
import { Relay } from './relay.js';

@Module({
  imports: [DiscoveryModule],
  providers: [Relay, EventHandover, LateSubscribers, EventRetention],
  exports: [Relay, EventRetention],
})
export class RelayWorkerModule {}
