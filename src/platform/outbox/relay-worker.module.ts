import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { EventRetentionScheduler } from './event-retention.scheduler.js';
import { EventRetention } from './event-retention.service.js';
import { EventHandover } from './event-handover.js';
import { LateSubscribers } from './late-subscribers.service.js';
import { Relay } from './relay.js';

@Module({
  imports: [DiscoveryModule],
  providers: [Relay, EventHandover, LateSubscribers, EventRetention, EventRetentionScheduler],
  exports: [Relay, EventRetention],
})
export class RelayWorkerModule {}
