import { sqlTimestampOrNull } from '../../../platform/clock/timestamps.js';
import type { Cell, Row, Table } from '../../../platform/export/table.js';
import { toDecimal } from '../../../platform/money/money.js';
import { COUNTED_AS_SENT, type EmailState, wireStatus } from '../../../events/email-state.js';
import type { CampaignEmailStats } from '../campaigns/campaign-reports.service.js';
import type { HitRow, MailRow, OrderRow } from './campaign-export.queries.js';

/** What can be in the file of a campaign, in the order in which it stands there. */
export const CAMPAIGN_TABLES = ['basic', 'subscribers', 'activities', 'revenue'] as const;
export type CampaignTable = (typeof CAMPAIGN_TABLES)[number];

/** What a column says of a thing, by the name of the column. */
type Columns<Thing> = Readonly<Record<string, (thing: Thing) => Cell>>;

const SENT: ReadonlySet<EmailState> = new Set(COUNTED_AS_SENT);

const BASIC: Columns<CampaignEmailStats> = {
  campaign_id: ({ campaignId }) => campaignId,
  campaign_title: ({ title }) => title,
  sent: ({ stats }) => stats.sent,
  delivered: ({ stats }) => stats.delivered,
  opened: ({ stats }) => stats.opened,
  clicked: ({ stats }) => stats.clicked,
  unsubscribed: ({ stats }) => stats.unsubscribed,
  bounced: ({ stats }) => stats.bounced,
  delivery_rate: ({ stats }) => stats.deliveryRate,
  open_rate: ({ stats }) => stats.openRate,
  click_rate: ({ stats }) => stats.clickRate,
  unsubscribe_rate: ({ stats }) => stats.unsubscribeRate,
  revenue: ({ revenue }) => revenue.total,
  orders: ({ revenue }) => revenue.orders,
  conversion_rate: ({ revenue }) => revenue.conversionRate,
  currency: ({ revenue }) => revenue.currency,
};

const mailColumns = (includeMachine: boolean): Columns<MailRow> => ({
  email_id: ({ id }) => id,
  contact_id: ({ contactId }) => contactId,
  email: ({ email }) => email,
  first_name: ({ firstName }) => firstName,
  last_name: ({ lastName }) => lastName,
  status: ({ state }) => wireStatus(state),
  variant: ({ variant }) => variant,
  sent_at: ({ state, settledAt }) => (SENT.has(state) ? sqlTimestampOrNull(settledAt) : null),
  opened_at: ({ openedAt }) => sqlTimestampOrNull(openedAt),
  clicked_at: ({ clickedAt }) => sqlTimestampOrNull(clickedAt),
  // A mail that was opened by a click alone was opened once.
  opens: ({ openedAt, humanOpens, machineOpens }) =>
    Math.max(humanOpens, openedAt === null ? 0 : 1) + (includeMachine ? machineOpens : 0),
  clicks: ({ humanClicks, machineClicks }) => humanClicks + (includeMachine ? machineClicks : 0),
  unsubscribed_at: ({ unsubscribedAt }) => sqlTimestampOrNull(unsubscribedAt),
  unsubscribe_reason: ({ unsubscribeReason }) => unsubscribeReason,
  bounced_at: ({ bouncedAt }) => sqlTimestampOrNull(bouncedAt),
  // A full mailbox counts as a soft bounce of its contact, though its mail has only failed.
  bounce_type: ({ bouncedAt, bounceType }) => (bouncedAt === null ? null : bounceType),
  complained_at: ({ complainedAt }) => sqlTimestampOrNull(complainedAt),
  note: ({ reason }) => reason,
});

const HITS: Columns<HitRow> = {
  occurred_at: ({ occurredAt }) => sqlTimestampOrNull(occurredAt),
  activity: ({ kind }) => kind,
  url: ({ url }) => url,
  email_id: ({ mailId }) => mailId,
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
  email_id: ({ mailId }) => mailId,
};

/** The figures of the campaign, as `email-stats` tells them. */
export function basicTable(stats: CampaignEmailStats): Table {
  return { ...table('basic', BASIC, one([stats])), single: true };
}

/** A row for each mail. */
export function mailsTable(mails: AsyncIterable<readonly MailRow[]>, includeMachine: boolean): Table {
  return table('subscribers', mailColumns(includeMachine), mails);
}

/** A row for each open and each click. */
export function hitsTable(hits: AsyncIterable<readonly HitRow[]>): Table {
  return table('activities', HITS, hits);
}

/** A row for each order that is put down to the campaign. */
export function ordersTable(orders: AsyncIterable<readonly OrderRow[]>): Table {
  return table('revenue', ORDERS, orders);
}

function table<Thing>(name: CampaignTable, columns: Columns<Thing>, things: AsyncIterable<readonly Thing[]>): Table {
  return { name, columns: Object.keys(columns), batches: rowsOf(Object.values(columns), things) };
}

async function* rowsOf<Thing>(
  cells: readonly ((thing: Thing) => Cell)[],
  batches: AsyncIterable<readonly Thing[]>,
): AsyncGenerator<readonly Row[]> {
  for await (const things of batches) yield things.map((thing) => cells.map((cell) => cell(thing)));
}

async function* one<Thing>(things: readonly Thing[]): AsyncGenerator<readonly Thing[]> {
  yield await Promise.resolve(things);
}
