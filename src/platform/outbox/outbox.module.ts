import { Global, Module } from '@nestjs/common';
import { Outbox } from './outbox.js';
import { ParkedEvents } from './parked-events.service.js';
import { RelayNudge } from './relay-nudge.js';

@Global()
@Module({ providers: [Outbox, RelayNudge, ParkedEvents], exports: [Outbox, ParkedEvents] })
export class OutboxModule {}
