import { Global, Module } from '@nestjs/common';
import { OutboxHealth } from './outbox-health.js';
import { Outbox } from './outbox.js';
import { ParkedEvents } from './parked-events.service.js';
import { RelayNudge } from './relay-nudge.js';

@Global()
@Module({ providers: [Outbox, OutboxHealth, RelayNudge, ParkedEvents], exports: [Outbox, ParkedEvents] })
export class OutboxModule {}
