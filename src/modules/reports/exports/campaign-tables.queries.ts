import { Injectable } from '@nestjs/common';
import { apiStatus, COUNTED_AS_SENT, type EmailState } from '../../../events/email-state.js';
import { sqlTimestamp } from '../../../platform/clock/timestamps.js';
import { Database } from '../../../platform/database/database.js';
import { type Cell, inOneBatch, oneAhead, type Row, type Table } from '../../../platform/export/table.js';
import { toDecimal } from '../../../platform/money/money.js';
import type { SqlParams } from '../../../platform/sql/named-parameters.js';
import type { EmailStatsResponse } from '../campaigns/dto/campaign-reports.shapes.js';

/** The tables of a campaign export, in the order of the file. */
export const CAMPAIGN_TABLES = ['basic', 'subscribers', 'activities', 'revenue'] as const;
export type CampaignTable = (typeof CAMPAIGN_TABLES)[number];

type Stored = Readonly<Record<string, Cell | Date>>;
/** The columns of a table in order, as expressions of its query. */
type Columns = Readonly<Record<string, string>>;
/** Cells that are not as the query returns them, by column. */
type Cells = Readonly<Record<string, (row: Stored) => Cell>>;

const SENT = COUNTED_AS_SENT.map((state) => `'${state}'`).join(', ');

/** `email_messages` is m, its contact, who may be deleted, is c. */
const EMAILS: Columns = {
  email_id: 'm.id',
  contact_id: 'm.contact_id',
  email: 'm.email',
  first_name: 'c.first_name',
  last_name: 'c.last_name',
  status: 'm.state',
  variant: 'm.variant',
  sent_at: `IF(m.state IN (${SENT}), m.settled_at, NULL)`,
  opened_at: 'm.first_human_open_at',
  clicked_at: 'm.first_human_click_at',
  // An email that has only a click counts as opened once.
  opens: 'GREATEST(m.human_opens, m.first_human_open_at IS NOT NULL) + m.machine_opens * :machine',
  clicks: 'm.human_clicks + m.machine_clicks * :machine',
  unsubscribed_at: 'm.unsubscribed_at',
  unsubscribe_reason: 'm.unsubscribe_reason',
  bounced_at: 'm.bounced_at',
  // A full mailbox counts as a soft bounce of the contact, although the email only failed.
  bounce_type: 'IF(m.bounced_at IS NULL, NULL, m.bounce_type)',
  complained_at: 'm.complained_at',
  note: 'm.reason',
};

/** `email_hits` is h, its link is l; the URL is as written in the campaign, possibly with Liquid, and null for an open. */
const ACTIVITIES: Columns = {
  occurred_at: 'h.occurred_at',
  activity: 'h.kind',
  url: 'l.url',
  email_id: 'h.message_id',
  contact_id: 'm.contact_id',
  email: 'm.email',
  is_machine: 'h.is_machine',
};

/** `orders` is o; revenue is sales minus refunds, as in the reports of the campaign. */
const ORDERS: Columns = {
  order_id: 'o.id',
  provider: 'o.provider',
  external_id: 'o.external_id',
  contact_id: 'o.contact_id',
  email: 'c.email',
  status: 'o.status',
  currency: 'o.currency',
  total: 'o.total',
  refunded: 'o.refunded',
  revenue: `(SELECT COALESCE(SUM(e.amount), 0) FROM revenue_entries e
              WHERE e.order_id = o.id AND e.campaign_id = :campaignId)`,
  ordered_at: 'o.ordered_at',
  touch: 'o.touch',
  email_id: 'o.email_id',
};

const amount =
  (name: string) =>
  (row: Stored): Cell =>
    toDecimal(row[name] as number, row['currency'] as string);

const EMAIL_CELLS: Cells = { status: (row) => apiStatus(row['status'] as EmailState) };
const ACTIVITY_CELLS: Cells = { is_machine: (row) => row['is_machine'] === 1 };
const ORDER_CELLS: Cells = { total: amount('total'), refunded: amount('refunded'), revenue: amount('revenue') };

const selected = (columns: Columns): string =>
  `SELECT ${Object.entries(columns)
    .map(([name, expression]) => `${expression} AS ${name}`)
    .join(', ')}`;

const NEXT_EMAILS = `${selected(EMAILS)}
  FROM email_messages m FORCE INDEX (ix_email_messages_source)
  LEFT JOIN contacts c ON c.id = m.contact_id
 WHERE m.source_type = 'campaign' AND m.source_id = :campaignId AND m.id > :after
 ORDER BY m.id LIMIT :most`;

const NEXT_TRACKED_EMAILS = `SELECT m.id AS email_id
  FROM email_messages m FORCE INDEX (ix_email_messages_source)
 WHERE m.source_type = 'campaign' AND m.source_id = :campaignId AND m.id > :after
   AND m.human_opens + m.human_clicks + m.machine_opens + m.machine_clicks > 0
 ORDER BY m.id LIMIT :most`;

const NEXT_ACTIVITIES = `${selected(ACTIVITIES)}, h.id
  FROM email_hits h
  JOIN email_messages m ON m.id = h.message_id
  LEFT JOIN email_links l ON l.id = h.link_id
 WHERE h.message_id IN (:emailIds) AND h.is_machine <= :machine
   AND h.message_id >= :afterEmail AND (h.message_id > :afterEmail OR h.id > :after)
 ORDER BY h.message_id, h.id LIMIT :most`;

const NEXT_ORDERS = `${selected(ORDERS)}
  FROM orders o
  LEFT JOIN contacts c ON c.id = o.contact_id
 WHERE o.campaign_id = :campaignId
   AND o.ordered_at >= :afterMoment AND (o.ordered_at > :afterMoment OR o.id > :after)
 ORDER BY o.ordered_at, o.id LIMIT :most`;

const BATCH = 2_000;
/** Each of these emails has at least one open or click. */
const EMAILS_PER_BATCH = 500;
const BEFORE_ALL = new Date('1000-01-01T00:00:00Z');

/** Each batch is one short query that continues after the last one, so no connection is held in between. */
@Injectable()
export class CampaignTables {
  constructor(private readonly db: Database) {}

  emails(campaignId: number, includeMachine: boolean): Table {
    const params = { campaignId, machine: includeMachine ? 1 : 0, most: BATCH };
    return table('subscribers', EMAILS, EMAIL_CELLS, this.batches(NEXT_EMAILS, params, { after: 0 }, afterEmail));
  }

  /** A row for each open and each click, email by email. */
  activities(campaignId: number, includeMachine: boolean): Table {
    return table('activities', ACTIVITIES, ACTIVITY_CELLS, this.trackingEvents(campaignId, includeMachine));
  }

  /** A row for each order attributed to the campaign, by the time of the order. */
  orders(campaignId: number): Table {
    const next = ({ ordered_at: afterMoment, order_id: after }: Stored): SqlParams =>
      ({ afterMoment, after }) as SqlParams;
    const params = { campaignId, most: BATCH };
    const first = { afterMoment: BEFORE_ALL, after: 0 };
    return table('revenue', ORDERS, ORDER_CELLS, this.batches(NEXT_ORDERS, params, first, next));
  }

  private async *trackingEvents(campaignId: number, includeMachine: boolean): AsyncGenerator<readonly Stored[]> {
    const params = { campaignId, most: EMAILS_PER_BATCH };
    for await (const emails of this.batches(NEXT_TRACKED_EMAILS, params, { after: 0 }, afterEmail)) {
      const emailIds = emails.map(({ email_id: id }) => id as number);
      // An email may have more opens and clicks than fit into a batch.
      yield* this.batches(
        NEXT_ACTIVITIES,
        { emailIds, machine: includeMachine ? 1 : 0, most: BATCH },
        { afterEmail: 0, after: 0 },
        ({ email_id: afterEmail, id: after }) => ({ afterEmail, after }) as SqlParams,
      );
    }
  }

  /** @param nextOf returns the place after a row. */
  private async *batches(
    sql: string,
    params: SqlParams & { readonly most: number },
    first: SqlParams,
    nextOf: (last: Stored) => SqlParams,
  ): AsyncGenerator<readonly Stored[]> {
    for (let place = first; ;) {
      const rows = await this.db.query<Stored>(sql, { ...params, ...place });
      const last = rows.at(-1);
      if (last === undefined) return;
      yield rows;
      if (rows.length < params.most) return;
      place = nextOf(last);
    }
  }
}

const afterEmail = ({ email_id: after }: Stored): SqlParams => ({ after: after as number });

/** The same figures as in `email-stats`. */
export function basicTable({ campaign_id, campaign_title, stats, revenue }: EmailStatsResponse): Table {
  const { total, ...orders } = revenue;
  const row = { campaign_id, campaign_title, ...stats, revenue: total, ...orders };
  return { name: 'basic', columns: Object.keys(row), batches: inOneBatch([Object.values(row)]), single: true };
}

function table(name: CampaignTable, columns: Columns, cells: Cells, batches: AsyncIterable<readonly Stored[]>): Table {
  const names = Object.keys(columns);
  const read = names.map((column) => cells[column] ?? ((row: Stored) => plain(row[column] ?? null)));
  return { name, columns: names, batches: rowsOf(read, oneAhead(batches)) };
}

async function* rowsOf(
  cells: readonly ((row: Stored) => Cell)[],
  batches: AsyncIterable<readonly Stored[]>,
): AsyncGenerator<readonly Row[]> {
  for await (const rows of batches) yield rows.map((row) => cells.map((cell) => cell(row)));
}

const plain = (value: Cell | Date): Cell => (value instanceof Date ? sqlTimestamp(value) : value);
