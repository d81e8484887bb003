import { ApiProperty } from '@nestjs/swagger';
import { sqlTimestamp, sqlTimestampOrNull } from '../../../../platform/clock/timestamps.js';
import { type Page, PageResponse } from '../../../../platform/http/page.js';
import { toDecimal } from '../../../../platform/money/money.js';
import type { CampaignOrderRow } from '../campaign-revenue.queries.js';
import type { Earnings } from '../earnings.js';
import { embedded, EmbeddedContact } from './campaign-insights.response.js';

class CampaignOrderItemResponse {
  @ApiProperty({ type: String, nullable: true, example: 'SKU-7' }) readonly external_id!: string | null;
  @ApiProperty({ example: 'Tea pot' }) readonly title!: string;
  @ApiProperty({ type: 'integer', example: 1 }) readonly quantity!: number;
  @ApiProperty({ example: 59.9, description: 'Of one piece' }) readonly price!: number;
}

/** An order that a mail of the campaign brought. Amounts are decimals of `currency`. */
export class CampaignOrderResponse {
  @ApiProperty({ type: 'integer', example: 501 }) readonly id: number;
  @ApiProperty({ example: 'A-1001' }) readonly external_id: string;
  @ApiProperty({ example: 'shop' }) readonly provider: string;
  @ApiProperty({ type: 'integer', nullable: true, example: 42 }) readonly contact_id: number | null;
  @ApiProperty({ enum: ['completed', 'refunded'] }) readonly status: string;
  @ApiProperty({ example: 'EUR' }) readonly currency: string;
  @ApiProperty({ example: 59.9 }) readonly total: number;
  @ApiProperty({ example: 20, description: 'What was given back of it' }) readonly refunded: number;
  @ApiProperty({ type: () => [CampaignOrderItemResponse] }) readonly items: readonly CampaignOrderItemResponse[];
  @ApiProperty({ type: 'integer', nullable: true, example: 1042, description: 'The mail that brought it' })
  readonly email_id: number | null;
  @ApiProperty({ example: '2026-01-31 09:30:00' }) readonly ordered_at: string;
  @ApiProperty({
    type: String,
    nullable: true,
    example: '2026-02-03 12:00:00',
    description: '`updated_at` as the shop told it',
  })
  readonly source_updated_at: string | null;
  @ApiProperty({ example: '2026-01-31 09:30:01' }) readonly created_at: string;
  @ApiProperty({ example: '2026-02-03 12:00:00' }) readonly updated_at: string;
  @ApiProperty({ type: () => EmbeddedContact, nullable: true, description: 'Null once the contact is gone' })
  readonly subscriber: EmbeddedContact | null;

  constructor(row: CampaignOrderRow) {
    this.id = row.id;
    this.external_id = row.external_id;
    this.provider = row.provider;
    this.contact_id = row.contact_id;
    this.status = row.status;
    this.currency = row.currency;
    this.total = toDecimal(row.total, row.currency);
    this.refunded = toDecimal(row.refunded, row.currency);
    this.items = JSON.parse(row.items) as readonly CampaignOrderItemResponse[];
    this.email_id = row.email_id;
    this.ordered_at = sqlTimestamp(row.ordered_at);
    this.source_updated_at = sqlTimestampOrNull(row.source_updated_at);
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

class CampaignOrdersPage extends PageResponse<CampaignOrderResponse> {
  @ApiProperty({ type: [CampaignOrderResponse] }) declare readonly data: readonly CampaignOrderResponse[];
}

export class CampaignRevenuesResponse {
  @ApiProperty({ type: CampaignOrdersPage }) readonly orders: PageResponse<CampaignOrderResponse>;
  @ApiProperty({ example: 1_284.5, description: 'Net of refunds, of all orders in `currency`' })
  readonly total_revenue: number;
  @ApiProperty({ type: String, nullable: true, example: 'EUR' }) readonly currency: string | null;

  constructor(page: Page<CampaignOrderRow>, earnings: Earnings | undefined, url: URL) {
    this.orders = new PageResponse(
      page,
      page.items.map((row) => new CampaignOrderResponse(row)),
      url,
    );
    this.total_revenue = earnings?.revenue ?? 0;
    this.currency = earnings?.currency ?? null;
  }
}
