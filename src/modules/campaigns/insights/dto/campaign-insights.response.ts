import { ApiProperty } from '@nestjs/swagger';
import { sqlTimestamp, sqlTimestampOrNull } from '../../../../platform/clock/timestamps.js';
import { type Page, PageResponse } from '../../../../platform/http/page.js';
import { EMAIL_STATUSES, type EmailStatus, OPT_OUT_METHODS, wireStatus } from '../../../../events/email-state.js';
import { UNTIL_RELEASED } from '../../../sending/held-mails.service.js';
import { explanationOf } from '../../../tracking/hits.service.js';
import type { CampaignEmailRow, HitRow, UnsubscriberRow } from '../campaign-insights.queries.js';

const nullableText = { type: String, nullable: true } as const;
const nullableMoment = { ...nullableText, example: '2026-01-31 09:30:00' } as const;

/** The contact as it is now. */
export class EmbeddedContact {
  @ApiProperty({ type: 'integer', example: 42 }) readonly id!: number;
  @ApiProperty({ ...nullableText, example: 'ada@example.com' }) readonly email!: string | null;
  @ApiProperty({ ...nullableText, example: 'Ada' }) readonly first_name!: string | null;
  @ApiProperty({ ...nullableText, example: 'Lovelace' }) readonly last_name!: string | null;
  @ApiProperty({ example: 'Ada Lovelace' }) readonly full_name!: string;
  @ApiProperty({ ...nullableText, example: 'subscribed' }) readonly status!: string | null;
}

export function embedded(id: number | null, row: Omit<EmbeddedContact, 'id' | 'full_name'>): EmbeddedContact | null {
  // The mail outlives its contact.
  if (id === null || row.status === null) return null;
  const { email, first_name, last_name, status } = row;
  return { id, email, first_name, last_name, full_name: [first_name, last_name].filter(Boolean).join(' '), status };
}

const EMBEDDED = { type: () => EmbeddedContact, nullable: true, description: 'Null once the contact is gone' } as const;

/** A mail of a campaign. */
class CampaignEmailResponse {
  @ApiProperty({ type: 'integer', example: 1042 }) readonly id: number;
  @ApiProperty({ type: 'integer', example: 1 }) readonly campaign_id: number;
  @ApiProperty({ enum: ['campaign'] }) readonly email_type = 'campaign';
  @ApiProperty({ type: 'integer', nullable: true, example: 42 }) readonly subscriber_id: number | null;
  @ApiProperty({ ...nullableText, example: 'ada@example.com', description: 'Null once the contact is gone' })
  readonly email_address: string | null;
  @ApiProperty({ ...nullableText, example: 'Hello Ada', description: 'As it was sent; null before' })
  readonly email_subject: string | null;
  @ApiProperty({ ...nullableText, example: null, description: 'Of an A/B test' }) readonly variant: string | null;
  @ApiProperty({ type: 'integer', enum: [0, 1], example: 1, description: 'By a person' }) readonly is_open: number;
  @ApiProperty({ type: 'integer', example: 2, description: 'Of people' }) readonly click_counter: number;
  @ApiProperty({ enum: EMAIL_STATUSES }) readonly status: EmailStatus;
  @ApiProperty({ ...nullableText, example: null, description: 'Why, of what did not go as usual' })
  readonly note: string | null;
  @ApiProperty({ ...nullableText, example: '<c1.1042.7f3a@example.com>' }) readonly message_id: string | null;
  @ApiProperty({ type: 'integer', example: 1 }) readonly attempts: number;
  @ApiProperty({ ...nullableMoment, description: 'When it is due, or tried again; null where no time is set' })
  readonly scheduled_at: string | null;
  @ApiProperty(nullableMoment) readonly sent_at: string | null;
  @ApiProperty({ example: '2026-01-31 09:30:00' }) readonly created_at: string;
  @ApiProperty({ example: '2026-01-31 09:30:00' }) readonly updated_at: string;
  @ApiProperty(EMBEDDED) readonly subscriber: EmbeddedContact | null;

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

class CampaignEmailsPage extends PageResponse<CampaignEmailResponse> {
  @ApiProperty({ type: [CampaignEmailResponse] }) declare readonly data: readonly CampaignEmailResponse[];
}

export class CampaignEmailsResponse {
  @ApiProperty({ type: CampaignEmailsPage }) readonly emails: PageResponse<CampaignEmailResponse>;

  constructor(page: Page<CampaignEmailRow>, url: URL) {
    const items = page.items.map((row) => new CampaignEmailResponse(row));
    this.emails = new PageResponse(page, items, url);
  }
}

/** An open or a click. */
class HitResponse {
  @ApiProperty({ type: 'integer', example: 5001 }) readonly id: number;
  @ApiProperty({ enum: ['open', 'click'] }) readonly kind: 'open' | 'click';
  @ApiProperty() readonly is_machine: boolean;
  @ApiProperty({
    ...nullableText,
    example: 'known_agent',
    description: 'Why it was not made by a person; null when it seems to have been',
  })
  readonly machine_reason: string | null;
  @ApiProperty({
    ...nullableText,
    example: 'The client named itself as a scanner, a crawler, a link checker or a program library.',
    description: 'The reason in a sentence',
  })
  readonly explanation: string | null;
  @ApiProperty({
    description: 'Whether it followed the link that no reader can see; such a hit has no link of the mail',
  })
  readonly is_decoy: boolean;
  @ApiProperty({ type: 'integer', nullable: true, example: 17 }) readonly link_id: number | null;
  @ApiProperty({ ...nullableText, example: 'https://example.com/spring' }) readonly url: string | null;
  @ApiProperty({ ...nullableText, example: 'Mozilla/5.0 (X11; Linux x86_64)' }) readonly user_agent: string | null;
  @ApiProperty({ example: '2026-01-31 09:41:12' }) readonly created_at: string;

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

class HitsPage extends PageResponse<HitResponse> {
  @ApiProperty({ type: [HitResponse] }) declare readonly data: readonly HitResponse[];
}

export class HitsResponse {
  @ApiProperty({ type: HitsPage }) readonly hits: PageResponse<HitResponse>;

  constructor(page: Page<HitRow>, url: URL) {
    const items = page.items.map((row) => new HitResponse(row));
    this.hits = new PageResponse(page, items, url);
  }
}

class UnsubscriberResponse {
  @ApiProperty({ type: 'integer', nullable: true, example: 42 }) readonly subscriber_id: number | null;
  @ApiProperty({ enum: OPT_OUT_METHODS, description: 'By which way' }) readonly type: string;
  @ApiProperty({ ...nullableText, example: 'too many mails', description: 'Why, if the reader said so' })
  readonly reason: string | null;
  @ApiProperty({ example: '2026-01-31 10:02:45' }) readonly created_at: string;
  @ApiProperty(EMBEDDED) readonly subscriber: EmbeddedContact | null;

  constructor(row: UnsubscriberRow) {
    this.subscriber_id = row.contact_id;
    this.type = row.type;
    this.reason = row.reason;
    this.created_at = sqlTimestamp(row.created_at);
    this.subscriber = embedded(row.contact_id, row);
  }
}

class UnsubscribersPage extends PageResponse<UnsubscriberResponse> {
  @ApiProperty({ type: [UnsubscriberResponse] }) declare readonly data: readonly UnsubscriberResponse[];
}

export class UnsubscribersResponse {
  @ApiProperty({ type: UnsubscribersPage }) readonly unsubscribes: PageResponse<UnsubscriberResponse>;

  constructor(page: Page<UnsubscriberRow>, url: URL) {
    const items = page.items.map((row) => new UnsubscriberResponse(row));
    this.unsubscribes = new PageResponse(page, items, url);
  }
}
