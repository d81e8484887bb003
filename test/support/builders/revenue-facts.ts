import type { NewEvent } from '../../../src/platform/outbox/outbox.js';

let orders = 0;

/** One order and its revenue events as the commerce module publishes them. Amounts are decimals, times are ISO 8601. */
export class RevenueFacts {
  private readonly order = (orders += 1);

  constructor(
    private readonly about: {
      readonly contact?: number;
      readonly campaign?: number;
      readonly funnel?: number;
      readonly step?: number;
      readonly currency?: string;
    } = {},
  ) {}

  sold(at: string, amount: number): NewEvent {
    return this.booked('sale', at, amount, 1);
  }

  /** Reverses the sale on the same day. */
  cancelled(at: string, amount: number): NewEvent {
    return this.booked('sale', at, -amount, -1);
  }

  refunded(at: string, amount: number): NewEvent {
    return this.booked('refund', at, -amount, 0);
  }

  private booked(kind: 'sale' | 'refund', at: string, amount: number, by: number): NewEvent {
    const { contact = null, campaign = null, funnel = null, step = null, currency = 'EUR' } = this.about;
    const isAttributed = campaign !== null || step !== null;
    const revenue = {
      order_id: this.order,
      contact_id: contact,
      kind,
      amount,
      orders: by,
      currency,
      campaign_id: campaign,
      funnel_id: funnel,
      sequence_id: step,
      email_id: isAttributed ? this.order : null,
      touch: isAttributed ? 'last_click' : null,
      recorded_at: at,
    };
    return { type: 'commerce.revenue_recorded', subjectId: this.order, data: { revenue } };
  }
}
