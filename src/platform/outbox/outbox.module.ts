import { Global, Module } from '@nestjs/common';
import { Outbox } from './outbox.js';
import { RelayNudge } from './relay-nudge.js';

@Global()
@Module({ providers: [Outbox, RelayNudge], exports: [Outbox] })
export class OutboxModule {}
