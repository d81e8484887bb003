import { sqlTimestampOrNull } from '../../../platform/clock/timestamps.js';
import type { Cell, Row, Table } from '../../../platform/export/table.js';
import { toDecimal } from '../../../platform/money/money.js';
import { apiStatus, COUNTED_AS_SENT, type EmailState } from '../../../events/email-state.js';
import type { EmailStatsResponse } from '../campaigns/dto/email-stats.shapes.js';
import type { EmailRow, OrderRow, TrackingRow } from './campaign-export.queries.js';

/** The tables of a campaign export, in the order of the file. */
export const CAMPAIGN_TABLES = ['basic', 'subscribers', 'activities', 'revenue'] as const;
export type CampaignTable = (typeof CAMPAIGN_TABLES)[number];

/** The value of each column for a row, by column name. */
type Columns<Item> = Readonly<Record<string, (item: Item) => Cell>>;

const SENT: ReadonlySet<EmailState> = new Set(COUNTED_AS_SENT);

const emailColumns = (includeMachine: boolean): Columns<EmailRow> => ({
  email_id: ({ id }) => id,
  contact_id: ({ contactId }) => contactId,
  email: ({ email }) => email,
  first_name: ({ firstName }) => firstName,
  last_name: ({ lastName }) => lastName,
  status: ({ state }) => apiStatus(state),
  variant: ({ variant }) => variant,
  sent_at: ({ state, settledAt }) => (SENT.has(state) ? sqlTimestampOrNull(settledAt) : null),
  opened_at: ({ openedAt }) => sqlTimestampOrNull(openedAt),
  clicked_at: ({ clickedAt }) => sqlTimestampOrNull(clickedAt),
  // An email that has only a click counts as opened once.
  opens: ({ openedAt, humanOpens, machineOpens }) =>
    Math.max(humanOpens, openedAt === null ? 0 : 1) + (includeMachine ? machineOpens : 0),
  clicks: ({ humanClicks, machineClicks }) => humanClicks + (includeMachine ? machineClicks : 0),
  unsubscribed_at: ({ unsubscribedAt }) => sqlTimestampOrNull(unsubscribedAt),
  unsubscribe_reason: ({ unsubscribeReason }) => unsubscribeReason,
  bounced_at: ({ bouncedAt }) => sqlTimestampOrNull(bouncedAt),
  // A full mailbox counts as a soft bounce of the contact, although the email only failed.
  bounce_type: ({ bouncedAt, bounceType }) => (bouncedAt === null ? null : bounceType),
  complained_at: ({ complainedAt }) => sqlTimestampOrNull(complainedAt),
  note: ({ reason }) => reason,
});

const TRACKING_EVENTS: Columns<TrackingRow> = {
  occurred_at: ({ occurredAt }) => sqlTimestampOrNull(occurredAt),
  activity: ({ kind }) => kind,
  url: ({ url }) => url,
  email_id: ({ emailId }) => emailId,
  contact_id: ({ contactId }) => contactId,
  email: ({ email }) => email,
  is_machine: ({ isMachine }) => isMachine === 1,
};

const ORDERS: Columns<OrderRow> = {
  order_id: ({ id }) => id,
  provider: ({ provider }) => provider,
  external_id: ({ externalId }) => externalId,
  contact_id: ({ contactId }) => contactId,
  email: ({ email }) => email,
  status: ({ status }) => status,
  currency: ({ currency }) => currency,
  total: ({ total, currency }) => toDecimal(total, currency),
  refunded: ({ refunded, currency }) => toDecimal(refunded, currency),
  revenue: ({ revenue, currency }) => toDecimal(revenue, currency),
  ordered_at: ({ orderedAt }) => sqlTimestampOrNull(orderedAt),
  touch: ({ touch }) => touch,
  email_id: ({ emailId }) => emailId,
};

/** The same figures as in `email-stats`. */
export function basicTable({ campaign_id, campaign_title, stats, revenue }: EmailStatsResponse): Table {
  const { total, orders, conversion_rate, currency } = revenue;
  const row = { campaign_id, campaign_title, ...stats, revenue: total, orders, conversion_rate, currency };
  return { name: 'basic', columns: Object.keys(row), batches: one([Object.values(row)]), single: true };
}

/** A row for each email. */
export function emailsTable(emails: AsyncIterable<readonly EmailRow[]>, includeMachine: boolean): Table {
  return table('subscribers', emailColumns(includeMachine), emails);
}

/** A row for each open and each click. */
export function activitiesTable(trackingEvents: AsyncIterable<readonly TrackingRow[]>): Table {
  return table('activities', TRACKING_EVENTS, trackingEvents);
}

/** A row for each order attributed to the campaign. */
export function ordersTable(orders: AsyncIterable<readonly OrderRow[]>): Table {
  return table('revenue', ORDERS, orders);
}

function table<Item>(name: CampaignTable, columns: Columns<Item>, items: AsyncIterable<readonly Item[]>): Table {
  return { name, columns: Object.keys(columns), batches: rowsOf(Object.values(columns), items) };
}

async function* rowsOf<Item>(
  cells: readonly ((item: Item) => Cell)[],
  batches: AsyncIterable<readonly Item[]>,
): AsyncGenerator<readonly Row[]> {
  for await (const items of batches) yield items.map((item) => cells.map((cell) => cell(item)));
}

async function* one(rows: readonly Row[]): AsyncGenerator<readonly Row[]> {
  yield await Promise.resolve(rows);
}
