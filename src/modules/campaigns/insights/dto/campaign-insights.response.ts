import { ApiProperty } from '@nestjs/swagger';
import { type Page, PageResponse } from '../../../../platform/http/page.js';
import { EMAIL_STATUSES, type EmailStatus, OPT_OUT_METHODS } from '../../../../events/email-state.js';
import { EmbeddedContact } from './embedded-contact.response.js';

const nullableText = { type: String, nullable: true } as const;
const nullableMoment = { ...nullableText, example: '2026-01-31 09:30:00' } as const;

const EMBEDDED = {
  type: () => EmbeddedContact,
  nullable: true,
  description: 'Null once the contact is deleted',
} as const;

export class CampaignEmailResponse {
  @ApiProperty({ type: 'integer', example: 1042 }) readonly id!: number;
  @ApiProperty({ type: 'integer', example: 1 }) readonly campaign_id!: number;
  @ApiProperty({ enum: ['campaign'] }) readonly email_type!: 'campaign';
  @ApiProperty({ type: 'integer', nullable: true, example: 42, description: 'Null once the contact is deleted' })
  readonly subscriber_id!: number | null;
  @ApiProperty({ ...nullableText, example: 'ada@example.com', description: 'Null once the contact is deleted' })
  readonly email_address!: string | null;
  @ApiProperty({ ...nullableText, example: 'Hello Ada', description: 'Rendered; null before it is sent' })
  readonly email_subject!: string | null;
  @ApiProperty({ ...nullableText, example: null, description: 'Variant of an A/B test' }) readonly variant!:
    | string
    | null;
  @ApiProperty({ type: 'integer', enum: [0, 1], example: 1, description: '1 if a human opened it' })
  readonly is_open!: number;
  @ApiProperty({ type: 'integer', example: 2, description: 'Human clicks' }) readonly click_counter!: number;
  @ApiProperty({ enum: EMAIL_STATUSES }) readonly status!: EmailStatus;
  @ApiProperty({ ...nullableText, example: null, description: 'Reason of a failure, bounce, or delay' })
  readonly note!: string | null;
  @ApiProperty({ ...nullableText, example: '<c1.1042.7f3a@example.com>', description: 'Message-ID header' })
  readonly message_id!: string | null;
  @ApiProperty({ type: 'integer', example: 1, description: 'Attempts to hand it to a mail server' })
  readonly attempts!: number;
  @ApiProperty({ ...nullableMoment, description: 'When it is due or retried; null if no time is set' })
  readonly scheduled_at!: string | null;
  @ApiProperty({ ...nullableMoment, description: 'Null before it is sent' }) readonly sent_at!: string | null;
  @ApiProperty({ example: '2026-01-31 09:30:00' }) readonly created_at!: string;
  @ApiProperty({ example: '2026-01-31 09:30:00' }) readonly updated_at!: string;
  @ApiProperty(EMBEDDED) readonly subscriber!: EmbeddedContact | null;
}

class CampaignEmailsPage extends PageResponse<CampaignEmailResponse> {
  @ApiProperty({ type: [CampaignEmailResponse] }) declare readonly data: readonly CampaignEmailResponse[];
}

export class CampaignEmailsResponse {
  @ApiProperty({ type: CampaignEmailsPage }) readonly emails: PageResponse<CampaignEmailResponse>;

  constructor(page: Page<CampaignEmailResponse>, url: URL) {
    this.emails = new PageResponse(page, page.items, url);
  }
}

export class TrackingEventResponse {
  @ApiProperty({ type: 'integer', example: 5001 }) readonly id!: number;
  @ApiProperty({ enum: ['open', 'click'] }) readonly kind!: 'open' | 'click';
  @ApiProperty({ description: 'Whether a scanner or prefetcher caused it' }) readonly is_machine!: boolean;
  @ApiProperty({ ...nullableText, example: 'known_agent', description: 'Why it counts as machine; null for a human' })
  readonly machine_reason!: string | null;
  @ApiProperty({
    ...nullableText,
    example: 'The client named itself as a scanner, a crawler, a link checker or a program library.',
    description: 'The reason in a sentence',
  })
  readonly explanation!: string | null;
  @ApiProperty({
    description: 'Whether it followed the invisible decoy link, which is not one of the links of the email',
  })
  readonly is_decoy!: boolean;
  @ApiProperty({ type: 'integer', nullable: true, example: 17, description: 'Null for an open' })
  readonly link_id!: number | null;
  @ApiProperty({ ...nullableText, example: 'https://example.com/spring', description: 'Null for an open' })
  readonly url!: string | null;
  @ApiProperty({ ...nullableText, example: 'Mozilla/5.0 (X11; Linux x86_64)' }) readonly user_agent!: string | null;
  @ApiProperty({ example: '2026-01-31 09:41:12' }) readonly created_at!: string;
}

class TrackingEventsPage extends PageResponse<TrackingEventResponse> {
  @ApiProperty({ type: [TrackingEventResponse] }) declare readonly data: readonly TrackingEventResponse[];
}

export class TrackingEventsResponse {
  @ApiProperty({ type: TrackingEventsPage }) readonly hits: PageResponse<TrackingEventResponse>;

  constructor(page: Page<TrackingEventResponse>, url: URL) {
    this.hits = new PageResponse(page, page.items, url);
  }
}

export class UnsubscriberResponse {
  @ApiProperty({ type: 'integer', nullable: true, example: 42 }) readonly subscriber_id!: number | null;
  @ApiProperty({ enum: OPT_OUT_METHODS, description: 'How the contact opted out' }) readonly type!: string;
  @ApiProperty({ ...nullableText, example: 'too many mails', description: 'Reason that the contact gave, if any' })
  readonly reason!: string | null;
  @ApiProperty({ example: '2026-01-31 10:02:45' }) readonly created_at!: string;
  @ApiProperty(EMBEDDED) readonly subscriber!: EmbeddedContact | null;
}

class UnsubscribersPage extends PageResponse<UnsubscriberResponse> {
  @ApiProperty({ type: [UnsubscriberResponse] }) declare readonly data: readonly UnsubscriberResponse[];
}

export class UnsubscribersResponse {
  @ApiProperty({ type: UnsubscribersPage }) readonly unsubscribes: PageResponse<UnsubscriberResponse>;

  constructor(page: Page<UnsubscriberResponse>, url: URL) {
    this.unsubscribes = new PageResponse(page, page.items, url);
  }
}
