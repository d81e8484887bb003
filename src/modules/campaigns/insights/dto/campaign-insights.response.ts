import { sqlTimestamp, sqlTimestampOrNull } from '../../../../platform/clock/timestamps.js';
import { wireStatus } from '../../../emails/email-state.js';
import { UNTIL_RELEASED } from '../../../emails/sending/held-mails.service.js';
import { explanationOf } from '../../../emails/tracking/hits.service.js';
import type { CampaignEmailRow, HitRow, UnsubscriberRow } from '../campaign-insights.queries.js';

export interface EmbeddedContact {
  readonly id: number;
  readonly email: string | null;
  readonly first_name: string | null;
  readonly last_name: string | null;
  readonly full_name: string;
  readonly status: string | null;
}

export function embedded(id: number | null, row: Omit<EmbeddedContact, 'id' | 'full_name'>): EmbeddedContact | null {
  // The mail outlives its contact.
  if (id === null || row.status === null) return null;
  const { email, first_name, last_name, status } = row;
  return { id, email, first_name, last_name, full_name: [first_name, last_name].filter(Boolean).join(' '), status };
}

export class CampaignEmailResponse {
  readonly id: number;
  readonly campaign_id: number;
  readonly email_type = 'campaign';
  readonly subscriber_id: number | null;
  readonly email_address: string | null;
  readonly email_subject: string | null;
  readonly variant: string | null;
  readonly is_open: number;
  readonly click_counter: number;
  readonly status: string;
  readonly note: string | null;
  readonly message_id: string | null;
  readonly attempts: number;
  readonly scheduled_at: string | null;
  readonly sent_at: string | null;
  readonly created_at: string;
  readonly updated_at: string;
  readonly subscriber: EmbeddedContact | null;

  constructor(row: CampaignEmailRow) {
    this.id = row.id;
    this.campaign_id = row.campaign_id;
    this.subscriber_id = row.contact_id;
    this.email_address = row.email;
    this.email_subject = row.subject;
    this.variant = row.variant;
    this.is_open = row.first_human_open_at === null ? 0 : 1;
    this.click_counter = row.human_clicks;
    this.status = wireStatus(row.state);
    this.note = row.reason;
    this.message_id = row.message_id;
    this.attempts = row.attempts;
    // Who waits for the winner of an A/B test waits for no hour.
    this.scheduled_at =
      row.next_attempt_at?.getTime() === UNTIL_RELEASED.getTime() ? null : sqlTimestampOrNull(row.next_attempt_at);
    this.sent_at = row.state === 'sent' || row.state === 'complained' ? sqlTimestampOrNull(row.settled_at) : null;
    this.created_at = sqlTimestamp(row.created_at);
    this.updated_at = sqlTimestamp(row.updated_at);
    this.subscriber = embedded(row.contact_id, {
      email: row.contact_email,
      first_name: row.first_name,
      last_name: row.last_name,
      status: row.contact_status,
    });
  }
}

/** An open or a click. */
export class HitResponse {
  readonly id: number;
  readonly kind: 'open' | 'click';
  readonly is_machine: boolean;
  /** Why it was not made by a person; null when it seems to have been. */
  readonly machine_reason: string | null;
  /** The reason in a sentence. */
  readonly explanation: string | null;
  /** Whether it followed the link that no reader can see; such a hit has no link of the mail. */
  readonly is_decoy: boolean;
  readonly link_id: number | null;
  readonly url: string | null;
  readonly user_agent: string | null;
  readonly created_at: string;

  constructor(row: HitRow) {
    this.id = row.id;
    this.kind = row.kind;
    this.is_machine = row.is_machine === 1;
    this.machine_reason = row.reason;
    this.explanation = explanationOf(row.reason);
    this.is_decoy = row.is_decoy === 1;
    this.link_id = row.link_id;
    this.url = row.url;
    this.user_agent = row.user_agent;
    this.created_at = sqlTimestamp(row.occurred_at);
  }
}

export class UnsubscriberResponse {
  readonly subscriber_id: number | null;
  readonly type: string;
  readonly reason: string | null = null;
  readonly created_at: string;
  readonly subscriber: EmbeddedContact | null;

  constructor(row: UnsubscriberRow) {
    this.subscriber_id = row.contact_id;
    this.type = row.type;
    this.created_at = sqlTimestamp(row.created_at);
    this.subscriber = embedded(row.contact_id, row);
  }
}
