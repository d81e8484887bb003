import { PUBLIC_EVENT_NAMES } from '../../events/domain-events.js';
import { expandEvents, subscribedEvents } from './webhook-events.js';

describe('expandEvents', () => {
  it('has the 26 types of the specification', () => {
    expect(PUBLIC_EVENT_NAMES).toHaveLength(26);
    expect(expandEvents(PUBLIC_EVENT_NAMES, PUBLIC_EVENT_NAMES)).toEqual({ events: PUBLIC_EVENT_NAMES, unknown: [] });
  });

  it('expands wildcards, removes duplicates, and keeps the catalog order', () => {
    expect(expandEvents(['*'], PUBLIC_EVENT_NAMES).events).toEqual(PUBLIC_EVENT_NAMES);
    expect(
      expandEvents(['campaign.sent', 'campaign.*', 'contact.created', 'campaign.sent'], PUBLIC_EVENT_NAMES).events,
    ).toEqual(['contact.created', 'campaign.created', 'campaign.sent', 'campaign.paused', 'campaign.resumed']);
  });

  it.each([
    'webhook.test',
    'list.deleted',
    'contact',
    'contact.',
    'con*',
    '*.created',
    'CONTACT.*',
    ' *',
    'constructor.*',
  ])('does not know %s', (name) => {
    expect(expandEvents(['contact.created', name], PUBLIC_EVENT_NAMES)).toEqual({
      events: ['contact.created'],
      unknown: [name],
    });
  });
});

describe('subscribedEvents', () => {
  const subscribed = ['contact.created', 'campaign.sent'] as const;

  it('expands a wildcard to its subscribed events', () => {
    expect(subscribedEvents(['*'], subscribed)).toEqual(subscribed);
    expect(subscribedEvents(['contact.*', 'campaign.sent'], subscribed)).toEqual(subscribed);
  });

  it.each([[['email.*']], [['contact.updated']], [['*', 'contact.updated']], [['contact.exploded']], [[]]])(
    'refuses %j',
    (names) => {
      expect(() => subscribedEvents(names, subscribed)).toThrow();
    },
  );
});
