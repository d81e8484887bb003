import type { LabelSnapshot } from '../../../events/contact.events.js';
import type { DomainEventMap, EventName } from '../../../events/domain-events.js';
import { withSqlTimestamps } from '../../../platform/clock/timestamps.js';
import { given } from '../../../platform/http/given.js';
import { decimalsOf, toDecimal } from '../../../platform/money/money.js';

export interface ItemContent {
  readonly title: string;
  readonly data: Readonly<Record<string, unknown>>;
}

interface EmailRow {
  readonly id: number;
  readonly email_id: number;
  readonly subject: string;
  readonly state: string;
  readonly source_type: string;
  readonly source_id: number;
  readonly url?: string;
}

interface EventRow {
  readonly id: number;
  readonly type: EventName;
  readonly data: string;
}

// Further columns of the following rows become details as they are.

interface NoteRow {
  readonly id: number;
  readonly title: string;
  readonly created_by: number | null;
  readonly updated_at: Date;
}

interface EnrollmentRow {
  readonly id: number;
  readonly funnel_id: number;
  readonly title: string;
  readonly version: number;
  readonly exit_reason: string | null;
}

/** Money is in the smallest unit of the currency. */
interface OrderRow {
  readonly id: number;
  readonly external_id: string;
  readonly currency: string;
  readonly total: number;
  readonly refunded: number;
}

interface RefundRow {
  readonly id: number;
  readonly amount: number;
  readonly order_external_id: string;
  readonly currency: string;
}

type Describe<Name extends EventName> = (data: DomainEventMap[Name]) => ItemContent;

const titles = (labels: readonly LabelSnapshot[]): string => labels.map(({ title }) => title).join(', ');

const DESCRIBE: { readonly [Name in EventName]?: Describe<Name> } = {
  'contact.created': ({ contact, source }) => ({
    title: `Created as ${contact.status}`,
    data: { status: contact.status, source },
  }),
  'contact.status_changed': ({ old_status, new_status, reason, source }) => ({
    title: `Status changed from ${old_status} to ${new_status}`,
    data: { old_status, new_status, reason, source },
  }),
  'contact.tag_added': ({ tags }) => ({ title: `Tag added: ${titles(tags)}`, data: { tags } }),
  'contact.tag_removed': ({ tags }) => ({ title: `Tag removed: ${titles(tags)}`, data: { tags } }),
  'contact.list_added': ({ lists }) => ({ title: `Added to list: ${titles(lists)}`, data: { lists } }),
  'contact.list_removed': ({ lists }) => ({ title: `Removed from list: ${titles(lists)}`, data: { lists } }),
  'contact.event_tracked': ({ event }) => ({ title: event.title, data: { ...event } }),
};

export function describeEvent({ type, data }: EventRow): ItemContent {
  const describe = DESCRIBE[type] as ((data: unknown) => ItemContent) | undefined;
  if (!describe) throw new Error(`the timeline has no description for ${type}`);
  return describe(JSON.parse(data));
}

export function describeEmail({ source_type, source_id, email_id, subject, state, url }: EmailRow): ItemContent {
  const campaign_id = source_type === 'campaign' ? source_id : null;
  const funnel_id = source_type === 'funnel' ? source_id : null;
  return { title: subject, data: { email_id, subject, status: state, campaign_id, funnel_id, ...given({ url }) } };
}

export function describeBounce({
  bounce_type,
  reason,
  ...row
}: EmailRow & Readonly<Record<'bounce_type' | 'reason', string | null>>): ItemContent {
  const { title, data } = describeEmail(row);
  return { title, data: { ...data, bounce_type, reason } };
}

export function describeNote({ title, created_by: author, ...row }: NoteRow): ItemContent {
  const created_by = author === null ? null : String(author);
  return { title, data: { ...withSqlTimestamps(row), created_by } };
}

export function describeEnrollment({ id, funnel_id, title, version }: EnrollmentRow): ItemContent {
  return { title: `Entered funnel: ${title}`, data: { funnel_id, title, version, entry_id: id } };
}

export const describeExit =
  (verb: 'Completed' | 'Left') =>
  ({ exit_reason: reason, id, funnel_id, title, version }: EnrollmentRow): ItemContent => ({
    title: `${verb} funnel: ${title}`,
    data: { funnel_id, title, version, entry_id: id, reason },
  });

export function describeOrder({ id, currency, ...row }: OrderRow): ItemContent {
  const [total, refunded] = [toDecimal(row.total, currency), toDecimal(row.refunded, currency)];
  return {
    title: `Order ${row.external_id}: ${inWords(total, currency)}`,
    data: { order_id: id, ...row, currency, total, refunded },
  };
}

export function describeRefund({ id, order_external_id, currency, ...row }: RefundRow): ItemContent {
  const amount = toDecimal(row.amount, currency);
  return {
    title: `Refund of order ${order_external_id}: ${inWords(amount, currency)}`,
    data: { refund_id: id, ...row, currency, amount },
  };
}

const inWords = (amount: number, currency: string): string => `${amount.toFixed(decimalsOf(currency))} ${currency}`;
