import type { Schema } from '../../../shapes/shape.js';
import { amount, constant, id, ids, optional, shape, text, variants } from './settings-schema.js';

export const AWAITED_EVENTS = [
  'list_applied',
  'tag_applied',
  'email_opened',
  'link_clicked',
  'event_tracked',
  'order_received',
] as const;
export type AwaitedEvent = (typeof AWAITED_EVENTS)[number];

/** An event of a contact. Absent and empty members match anything. */
export interface EventMatch {
  readonly event: AwaitedEvent;
  readonly lists?: readonly number[];
  readonly tags?: readonly number[];
  readonly sequence_id?: number | null;
  readonly url?: string | null;
  readonly event_key?: string | null;
  readonly min_total?: number | null;
}

export const URL_LENGTH = 2_048;

const MATCH: Readonly<Record<AwaitedEvent, Readonly<Record<string, Schema<unknown>>>>> = {
  list_applied: { lists: ids('Lists', 'lists', { description: 'Any of these; empty: all', example: [1] }) },
  tag_applied: { tags: ids('Tags', 'tags', { description: 'Any of these; empty: all', example: [3] }) },
  email_opened: {},
  link_clicked: {
    url: optional(
      text('Link', { max: URL_LENGTH, description: 'Prefix; null for any', example: 'https://shop.example/offer' }),
    ),
  },
  event_tracked: {
    event_key: optional(text('Event key', { form: 'word', description: 'Null for any', example: 'pricing_viewed' })),
  },
  order_received: {
    min_total: optional(amount('Minimum total', { description: 'In the currency of the order', example: 50 })),
  },
};

const EMAIL_EVENTS: readonly AwaitedEvent[] = ['email_opened', 'link_clicked'];
const sequenceId = optional(
  id('Step', 'mail_steps', { description: 'The step that sent the email; null for any email of this funnel' }),
);

/** Returns the settings of an event for steps, which can name the step of an email. */
export const matchInside = (event: AwaitedEvent): Readonly<Record<string, Schema<unknown>>> => ({
  ...MATCH[event],
  ...(EMAIL_EVENTS.includes(event) ? { sequence_id: sequenceId } : {}),
});

export const GOAL: Schema<EventMatch> = variants(
  'Goal',
  AWAITED_EVENTS.map((event): Schema<EventMatch> => shape({ event: constant(event), ...MATCH[event] })),
  'Contacts that do this complete the funnel immediately',
);
