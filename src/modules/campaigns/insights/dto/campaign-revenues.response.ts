import { ApiProperty } from '@nestjs/swagger';
import { type Page, PageResponse } from '../../../../platform/http/page.js';
import { EmbeddedContact } from './embedded-contact.response.js';

const nullableText = { type: String, nullable: true } as const;

interface Earnings {
  readonly revenue: number;
  readonly currency: string | null;
}

class CampaignOrderItemResponse {
  @ApiProperty({ ...nullableText, example: 'SKU-7', description: 'Product id in the shop' })
  readonly external_id!: string | null;
  @ApiProperty({ example: 'Tea pot' }) readonly title!: string;
  @ApiProperty({ example: 1 }) readonly quantity!: number;
  @ApiProperty({ example: 59.9, description: 'Unit price' }) readonly price!: number;
}

/** An order attributed to an email of the campaign. Amounts are decimals of `currency`. */
export class CampaignOrderResponse {
  @ApiProperty({ type: 'integer', example: 501 }) readonly id!: number;
  @ApiProperty({ example: 'A-1001', description: 'Order id in the shop' }) readonly external_id!: string;
  @ApiProperty({ example: 'shop', description: 'Name of the shop' }) readonly provider!: string;
  @ApiProperty({ type: 'integer', nullable: true, example: 42 }) readonly contact_id!: number | null;
  @ApiProperty({ enum: ['completed', 'refunded'] }) readonly status!: string;
  @ApiProperty({ example: 'EUR', description: 'ISO 4217 code' }) readonly currency!: string;
  @ApiProperty({ example: 59.9, description: 'In `currency`, before refunds' }) readonly total!: number;
  @ApiProperty({ example: 20, description: 'Refunded amount' }) readonly refunded!: number;
  @ApiProperty({ type: () => [CampaignOrderItemResponse] }) readonly items!: readonly CampaignOrderItemResponse[];
  @ApiProperty({ type: 'integer', nullable: true, example: 1042, description: 'The email to which it is attributed' })
  readonly email_id!: number | null;
  @ApiProperty({ example: '2026-01-31 09:30:00' }) readonly ordered_at!: string;
  @ApiProperty({ ...nullableText, example: '2026-02-03 12:00:00', description: '`updated_at` as reported by the shop' })
  readonly source_updated_at!: string | null;
  @ApiProperty({ example: '2026-01-31 09:30:01' }) readonly created_at!: string;
  @ApiProperty({ example: '2026-02-03 12:00:00' }) readonly updated_at!: string;
  @ApiProperty({ type: () => EmbeddedContact, nullable: true, description: 'Null once the contact is deleted' })
  readonly subscriber!: EmbeddedContact | null;
}

class CampaignOrdersPage extends PageResponse<CampaignOrderResponse> {
  @ApiProperty({ type: [CampaignOrderResponse] }) declare readonly data: readonly CampaignOrderResponse[];
}

export class CampaignRevenuesResponse {
  @ApiProperty({ type: CampaignOrdersPage }) readonly orders: PageResponse<CampaignOrderResponse>;
  @ApiProperty({ example: 1_284.5, description: 'Net of refunds, for all orders in `currency`' })
  readonly total_revenue: number;
  @ApiProperty({ ...nullableText, example: 'EUR', description: 'ISO 4217 code; null without orders' })
  readonly currency: string | null;

  constructor(page: Page<CampaignOrderResponse>, { revenue, currency }: Earnings, url: URL) {
    this.orders = new PageResponse(page, page.items, url);
    this.total_revenue = revenue;
    this.currency = currency;
  }
}
