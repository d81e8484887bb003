import { Injectable } from '@nestjs/common';
import type { StoredEvent } from '../../../events/domain-events.js';
import type { Tx } from '../../../platform/database/database.js';
import { type AfterRelay, type EventSubscriber, Subscribes } from '../../../platform/outbox/event-subscriber.js';
import { SendingBellService } from '../../sending/sending-bell.service.js';
import { OptInMails } from './opt-in-mails.service.js';
import { OPT_IN_SOURCE } from './opt-in-source.js';

/** Makes a mail of each request for a confirmation. */
@Subscribes()
@Injectable()
export class OptinRequestedSubscriber implements EventSubscriber<'contact.optin_requested'> {
  readonly name = 'opt-in-mails';
  readonly wants = ['contact.optin_requested'] as const;

  constructor(
    private readonly mails: OptInMails,
    private readonly bell: SendingBellService,
  ) {}

  async onEvents(tx: Tx, events: readonly StoredEvent<'contact.optin_requested'>[]): Promise<AfterRelay> {
    await this.mails.enrol(tx, new Map(events.map(({ data, requestId = null }) => [data.optin_id, requestId])));
    return () => this.bell.ring(OPT_IN_SOURCE);
  }
}
