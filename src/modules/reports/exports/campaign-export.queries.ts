import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { namedSql } from '../../../platform/sql/named-sql.js';
import type { EmailState } from '../../../events/email-state.js';

/** A mail of the ledger with its contact, who may be gone. */
export interface MailRow {
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

/** An open or a click, with the mail that it happened to. */
export interface HitRow {
  readonly id: number;
  readonly mailId: number;
  readonly kind: 'open' | 'click';
  readonly isMachine: number;
  readonly occurredAt: Date;
  /** As the campaign has it, so it may hold Liquid; null for an open. */
  readonly url: string | null;
  readonly contactId: number | null;
  readonly email: string | null;
}

/** An order with what it has brought. Money is in the smallest unit of its currency. */
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
  /** Sales less refunds, as the reports of the campaign count them. */
  readonly revenue: number;
  readonly orderedAt: Date;
  readonly touch: string | null;
  readonly mailId: number | null;
}

type TouchedMail = Pick<MailRow, 'id' | 'contactId' | 'email'>;

const MAILS = namedSql(__dirname, 'mails');
const TOUCHED_MAILS = namedSql(__dirname, 'touched-mails');
const HITS = namedSql(__dirname, 'hits');
const ORDERS = namedSql(__dirname, 'orders');
const BOOKED = namedSql(__dirname, 'booked');

const BATCH = 2_000;
/** Each has a hit or more. */
const MAILS_WITH_HITS = 500;
/** Where the moments of the servers begin. */
const BEFORE_ALL = new Date('1000-01-01T00:00:00Z');

/**
 * What a campaign's figures are made of, in batches of which each is asked for when the one before is used up. A batch is
 * one short statement that begins where the last one ended: no connection and no snapshot is held between two of them.
 */
@Injectable()
export class CampaignExportQueries {
  constructor(private readonly db: Database) {}

  /** In the order in which they were put down. */
  async *mails(campaignId: number): AsyncGenerator<readonly MailRow[]> {
    for (let after = 0; ;) {
      const rows = await this.db.query<MailRow>(MAILS, { campaignId, after, most: BATCH });
      const last = rows.at(-1);
      if (last === undefined) return;
      yield rows;
      after = last.id;
    }
  }

  /** Mail by mail. */
  async *hits(campaignId: number, includeMachine: boolean): AsyncGenerator<readonly HitRow[]> {
    for (let after = 0; ;) {
      const mails = await this.db.query<TouchedMail>(TOUCHED_MAILS, { campaignId, after, most: MAILS_WITH_HITS });
      const last = mails.at(-1);
      if (last === undefined) return;
      yield* this.hitsOf(mails, includeMachine);
      after = last.id;
    }
  }

  /** By the moment at which they were placed. */
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
      const booked = await this.booked(
        campaignId,
        rows.map(({ id }) => id),
      );
      yield rows.map((row) => ({ ...row, revenue: booked.get(row.id) ?? 0 }));
      [afterMoment, afterId] = [last.orderedAt, last.id];
    }
  }

  /** One mail may have more of them than fit into a batch. */
  private async *hitsOf(mails: readonly TouchedMail[], includeMachine: boolean): AsyncGenerator<readonly HitRow[]> {
    const byId = new Map(mails.map((mail) => [mail.id, mail]));
    const question = { mailIds: [...byId.keys()], mayBeMachine: includeMachine ? 1 : 0, most: BATCH };
    for (let [afterMail, afterHit] = [0, 0]; ;) {
      const rows = await this.db.query<Omit<HitRow, 'contactId' | 'email'>>(HITS, { ...question, afterMail, afterHit });
      const last = rows.at(-1);
      if (last === undefined) return;
      yield rows.map((row) => {
        const { contactId = null, email = null } = byId.get(row.mailId) ?? {};
        return { ...row, contactId, email };
      });
      if (rows.length < BATCH) return;
      [afterMail, afterHit] = [last.mailId, last.id];
    }
  }

  private async booked(campaignId: number, orderIds: readonly number[]): Promise<ReadonlyMap<number, number>> {
    const rows = await this.db.query<{ orderId: number; amount: number }>(BOOKED, { campaignId, orderIds });
    return new Map(rows.map(({ orderId, amount }) => [orderId, amount]));
  }
}
