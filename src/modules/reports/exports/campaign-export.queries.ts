import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { namedSql } from '../../../platform/sql/named-sql.js';
import type { EmailState } from '../../../events/email-state.js';

/** An email of the ledger with its contact, who may be deleted. */
export interface EmailRow {
  readonly id: number;
  readonly contactId: number | null;
  readonly email: string | null;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly state: EmailState;
  readonly variant: string | null;
  readonly settledAt: Date | null;
  readonly openedAt: Date | null;
  readonly clickedAt: Date | null;
  readonly humanOpens: number;
  readonly humanClicks: number;
  readonly machineOpens: number;
  readonly machineClicks: number;
  readonly unsubscribedAt: Date | null;
  readonly unsubscribeReason: string | null;
  readonly bouncedAt: Date | null;
  readonly bounceType: string | null;
  readonly complainedAt: Date | null;
  readonly reason: string | null;
}

/** An open or a click, with its email. */
export interface TrackingRow {
  readonly id: number;
  readonly emailId: number;
  readonly kind: 'open' | 'click';
  readonly isMachine: number;
  readonly occurredAt: Date;
  /** As written in the campaign, possibly with Liquid; null for an open. */
  readonly url: string | null;
  readonly contactId: number | null;
  readonly email: string | null;
}

/** An order with its revenue. Amounts are in the smallest unit of its currency. */
export interface OrderRow {
  readonly id: number;
  readonly provider: string;
  readonly externalId: string;
  readonly contactId: number | null;
  readonly email: string | null;
  readonly status: string;
  readonly currency: string;
  readonly total: number;
  readonly refunded: number;
  /** Sales minus refunds, as in the reports of the campaign. */
  readonly revenue: number;
  readonly orderedAt: Date;
  readonly touch: string | null;
  readonly emailId: number | null;
}

type TrackedEmail = Pick<EmailRow, 'id' | 'contactId' | 'email'>;

const EMAILS = namedSql(__dirname, 'emails');
const TRACKED_EMAILS = namedSql(__dirname, 'tracked-emails');
const TRACKING_EVENTS = namedSql(__dirname, 'tracking-events');
const ORDERS = namedSql(__dirname, 'orders');
const ATTRIBUTED_REVENUE = namedSql(__dirname, 'attributed-revenue');

const BATCH = 2_000;
/** Each of these emails has at least one open or click. */
const EMAILS_PER_BATCH = 500;
const BEFORE_ALL = new Date('1000-01-01T00:00:00Z');

/**
 * Reads the rows behind the figures of a campaign in batches. Each batch is one short query that continues after the
 * last one, so no connection and no snapshot is held in between.
 */
@Injectable()
export class CampaignExportQueries {
  constructor(private readonly db: Database) {}

  /** Ordered by id. */
  async *emails(campaignId: number): AsyncGenerator<readonly EmailRow[]> {
    for (let after = 0; ;) {
      const rows = await this.db.query<EmailRow>(EMAILS, { campaignId, after, most: BATCH });
      const last = rows.at(-1);
      if (last === undefined) return;
      yield rows;
      after = last.id;
    }
  }

  /** Email by email. */
  async *trackingEvents(campaignId: number, includeMachine: boolean): AsyncGenerator<readonly TrackingRow[]> {
    for (let after = 0; ;) {
      const emails = await this.db.query<TrackedEmail>(TRACKED_EMAILS, { campaignId, after, most: EMAILS_PER_BATCH });
      const last = emails.at(-1);
      if (last === undefined) return;
      yield* this.trackingEventsOf(emails, includeMachine);
      after = last.id;
    }
  }

  /** Ordered by the time of the order. */
  async *orders(campaignId: number): AsyncGenerator<readonly OrderRow[]> {
    for (let [afterMoment, afterId] = [BEFORE_ALL, 0]; ;) {
      const rows = await this.db.query<Omit<OrderRow, 'revenue'>>(ORDERS, {
        campaignId,
        afterMoment,
        afterId,
        most: BATCH,
      });
      const last = rows.at(-1);
      if (last === undefined) return;
      const attributedRevenue = await this.attributedRevenue(
        campaignId,
        rows.map(({ id }) => id),
      );
      yield rows.map((row) => ({ ...row, revenue: attributedRevenue.get(row.id) ?? 0 }));
      [afterMoment, afterId] = [last.orderedAt, last.id];
    }
  }

  /** An email may have more opens and clicks than fit into a batch. */
  private async *trackingEventsOf(
    emails: readonly TrackedEmail[],
    includeMachine: boolean,
  ): AsyncGenerator<readonly TrackingRow[]> {
    const byId = new Map(emails.map((email) => [email.id, email]));
    const request = { emailIds: [...byId.keys()], mayBeMachine: includeMachine ? 1 : 0, most: BATCH };
    for (let [afterEmail, afterEvent] = [0, 0]; ;) {
      const rows = await this.db.query<Omit<TrackingRow, 'contactId' | 'email'>>(TRACKING_EVENTS, {
        ...request,
        afterEmail,
        afterEvent,
      });
      const last = rows.at(-1);
      if (last === undefined) return;
      yield rows.map((row) => {
        const { contactId = null, email = null } = byId.get(row.emailId) ?? {};
        return { ...row, contactId, email };
      });
      if (rows.length < BATCH) return;
      [afterEmail, afterEvent] = [last.emailId, last.id];
    }
  }

  private async attributedRevenue(
    campaignId: number,
    orderIds: readonly number[],
  ): Promise<ReadonlyMap<number, number>> {
    const rows = await this.db.query<{ orderId: number; amount: number }>(ATTRIBUTED_REVENUE, { campaignId, orderIds });
    return new Map(rows.map(({ orderId, amount }) => [orderId, amount]));
  }
}
