import { eventData } from '../../../../events/contact.events.js';
import { fromJson, type JsonObject } from '../../../../platform/values/json.js';
import { page } from '../../../../platform/http/page.js';
import type { TrackedEventRow } from '../tracked-events.service.js';
import { written } from '../../../../platform/shapes/written.js';
import * as s from '../../../../shapes/shape.js';

const trackedEventShape = s.component('TrackedEventResponse', {
  id: s.integer(1),
  subscriber_id: s.text('1', 'Contact id'),
  counter: s.integer(3, 'Number of occurrences'),
  created_by: s.nullable(s.integer(1, 'Reporting manager; null for automations')),
  provider: s.text('custom', 'Reporting system'),
  event_key: s.text('pricing_viewed', 'Your name of the event'),
  title: s.text('Viewed the prices'),
  value: s.nullable(s.text('yearly', 'The latest value')),
  data: s.described(eventData, 'The latest data'),
  created_at: s.sqlTime('First occurrence', '2026-01-02 03:04:05'),
  updated_at: s.sqlTime('Last occurrence'),
});

export const trackedEventOf = (row: TrackedEventRow) =>
  written(trackedEventShape, row, {
    subscriber_id: String(row.contactId),
    data: fromJson(row.data) as JsonObject | null,
  });

export const trackedEventsShape = s.component('TrackedEventsResponse', {
  events: page('TrackedEventsPage', trackedEventShape),
});

export const eventTrackedShape = s.component('EventTrackedResponse', {
  message: s.text('Event has been tracked'),
  id: s.integer(81, 'Id of the tracked event'),
});

export const eventTrackedOf = ({ id }: TrackedEventRow) => ({ message: 'Event has been tracked', id });
