import { ApiProperty } from '@nestjs/swagger';
import { sqlTimestamp } from '../../../../platform/clock/timestamps.js';
import { pageQuery, PageResponse, type Page } from '../../../../platform/http/page.js';
import { CONTACT_STATUSES } from '../../contact/contact-status.js';
import { CONSENT_ACTIONS, type ConsentAction, type ContactConsent } from '../contact-consent.entity.js';

const PER_PAGE = 20;

export class ListConsentsDto extends pageQuery(PER_PAGE) {}

const nullableText = { type: String, nullable: true } as const;

export class ConsentResponse {
  @ApiProperty({ type: 'integer', example: 1 }) readonly id: number;
  @ApiProperty({
    enum: CONSENT_ACTIONS,
    example: 'granted',
    description: '`requested`: asked to confirm. `changed`: neither granted nor withdrawn, such as a bounce',
  })
  readonly action: ConsentAction;
  @ApiProperty({ enum: CONTACT_STATUSES, nullable: true, example: 'pending', description: 'Null for a new contact' })
  readonly old_status: string | null;
  @ApiProperty({ enum: CONTACT_STATUSES, example: 'subscribed' }) readonly new_status: string;
  @ApiProperty({ example: 'double_opt_in', description: 'The cause, as in `contact.status_changed`' })
  readonly source: string;
  @ApiProperty({ ...nullableText, example: null, description: 'The reason in words, if known' }) readonly reason:
    | string
    | null;
  @ApiProperty({ ...nullableText, example: 'email-content:12', description: 'Version of the text shown' })
  readonly text_version: string | null;
  @ApiProperty({ ...nullableText, example: '203.0.113.7', description: 'IP address of the contact' }) readonly ip:
    | string
    | null;
  @ApiProperty({ ...nullableText, example: null, description: 'Other evidence, as text or JSON' })
  readonly proof: string | null;
  @ApiProperty({ example: '2026-01-31 09:30:00' }) readonly occurred_at: string;

  constructor(entry: ContactConsent) {
    this.id = entry.id;
    this.action = entry.action;
    this.old_status = entry.oldStatus;
    this.new_status = entry.newStatus;
    this.source = entry.source;
    this.reason = entry.reason;
    this.text_version = entry.textVersion;
    this.ip = entry.ip;
    this.proof = entry.proof;
    this.occurred_at = sqlTimestamp(entry.occurredAt);
  }
}

class ConsentsPage extends PageResponse<ConsentResponse> {
  @ApiProperty({ type: [ConsentResponse] }) declare readonly data: readonly ConsentResponse[];
}

export class ConsentsResponse {
  @ApiProperty({ type: ConsentsPage }) readonly consents: ConsentsPage;

  constructor(page: Page<ContactConsent>, url: URL) {
    this.consents = new ConsentsPage(
      page,
      page.items.map((entry) => new ConsentResponse(entry)),
      url,
    );
  }
}
