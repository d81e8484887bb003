import { Injectable } from '@nestjs/common';
import type { StoredEvent } from '../../../events/domain-events.js';
import type { Tx } from '../../../platform/database/database.js';
import { type AfterRelay, type EventSubscriber, Subscribes } from '../../../platform/outbox/event-subscriber.js';
import { SendingNotifier } from '../../sending/sending-notifier.service.js';
import { DoubleOptInEmails } from './double-opt-in-emails.service.js';
import { DOUBLE_OPT_IN_SOURCE } from './double-opt-in-source.js';

@Subscribes()
@Injectable()
export class DoubleOptInRequestedSubscriber implements EventSubscriber<'contact.optin_requested'> {
  readonly name = 'opt-in-mails';
  readonly wants = ['contact.optin_requested'] as const;

  constructor(
    private readonly emails: DoubleOptInEmails,
    private readonly notifier: SendingNotifier,
  ) {}

  async onEvents(tx: Tx, events: readonly StoredEvent<'contact.optin_requested'>[]): Promise<AfterRelay> {
    await this.emails.enrol(tx, new Map(events.map(({ data, requestId = null }) => [data.optin_id, requestId])));
    return () => this.notifier.notify(DOUBLE_OPT_IN_SOURCE);
  }
}
