import { component, integer, object, text } from '../shapes/shape.js';
import { contactSchema as contact } from './contact.events.js';

export const segment = component('EventSegment', {
  id: integer(3),
  title: text('Regulars'),
  slug: text('regulars'),
});

/** In the event log and for funnels, while something watches the segment. */
export const SEGMENT_EVENTS = {
  'segment.entered': object({ contact, segment }, 'A contact started to match a watched segment.'),
  'segment.left': object({ contact, segment }, 'A contact stopped matching a watched segment.'),
};
