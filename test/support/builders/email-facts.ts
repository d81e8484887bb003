import type { EmailSnapshot } from '../../../src/events/email.events.js';
import type { NewEvent } from '../../../src/platform/outbox/outbox.js';

let emailCount = 0;

type EmailEventData<Name extends 'email.bounced' | 'email.unsubscribed'> = NewEvent<Name>['data']['email'];

const sourceOf = (about: { readonly campaign?: number; readonly funnel?: number; readonly single?: number }) =>
  about.single === undefined
    ? ({ type: about.campaign === undefined ? 'funnel' : 'campaign', id: about.campaign ?? about.funnel ?? 1 } as const)
    : ({ type: 'single', id: about.single } as const);

/** One email and its events as the emails module publishes them. Times are ISO 8601. */
export class EmailFacts {
  private readonly email: EmailSnapshot;

  constructor(
    about: {
      readonly campaign?: number;
      /** Of a single email. */
      readonly single?: number;
      readonly contact?: number;
      readonly funnel?: number;
      readonly step?: number;
      readonly to?: string;
    } = {},
  ) {
    emailCount += 1;
    this.email = {
      id: emailCount,
      subject: 'Hello',
      contact_id: about.contact ?? null,
      campaign_id: about.campaign ?? null,
      funnel_id: about.funnel ?? null,
      sequence_id: about.step ?? null,
      source: sourceOf(about),
      to: about.to ?? 'reader@example.com',
      message_id: `<${emailCount}@carillon.test>`,
    };
  }

  sent(at: string): NewEvent {
    return this.fact('email.sent', { email: { ...this.email, sent_at: at } });
  }

  opened(at: string): NewEvent {
    return this.fact('email.opened', { email: { ...this.email, opened_at: at, by: 'pixel' } });
  }

  clicked(at: string, first = true): NewEvent {
    const click = { clicked_at: at, url: 'https://example.com', link_id: 1, first_click: first };
    return this.fact('email.clicked', { email: { ...this.email, ...click } });
  }

  /** @param reporter `smtp` for a refusal while sending; any other reporter reports it later. */
  bounced(
    at: string,
    reporter: string,
    why: Partial<Pick<EmailEventData<'email.bounced'>, 'bounce_type' | 'code'>> = {},
  ): NewEvent {
    const bounce = {
      bounced_at: at,
      bounce_type: 'hard' as const,
      code: '5.1.1',
      diagnostic: null,
      reported_by: reporter,
      ...why,
    };
    return this.fact('email.bounced', { email: { ...this.email, ...bounce } });
  }

  complained(at: string, reporter = 'arf'): NewEvent {
    return this.fact('email.spam_complaint', { email: { ...this.email, complained_at: at, reported_by: reporter } });
  }

  unsubscribed(
    at: string,
    how: Partial<Pick<EmailEventData<'email.unsubscribed'>, 'method' | 'reason'>> = {},
  ): NewEvent {
    const optOut = { unsubscribed_at: at, method: 'one_click' as const, reason: null, ...how };
    return this.fact('email.unsubscribed', { email: { ...this.email, ...optOut } });
  }

  failed(at: string): NewEvent {
    return this.fact('email.failed', { ...this.origin(), failed_at: at });
  }

  touchedByMachine(kind: 'open' | 'click'): NewEvent {
    return this.fact('email.machine_hit', { ...this.origin(), kind });
  }

  private origin() {
    const { id, campaign_id, funnel_id, sequence_id, contact_id } = this.email;
    return { email_id: id, campaign_id, funnel_id, sequence_id, contact_id };
  }

  private fact<Name extends NewEvent['type']>(type: Name, data: NewEvent<Name>['data']): NewEvent {
    return { type, subjectId: this.email.id, data };
  }
}
