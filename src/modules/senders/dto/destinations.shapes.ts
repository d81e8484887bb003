import { sqlTimestamp } from '../../../platform/clock/timestamps.js';
import { DESTINATION_STATES } from '../destinations/destination.entity.js';
import type { DestinationView } from '../destinations/destinations.queries.js';
import * as s from '../../../shapes/shape.js';
import { written } from '../../../platform/shapes/written.js';

const MOMENT = '2026-01-31 09:30:00';

const providerReplyShape = s.component('ProviderReplyResponse', {
  at: s.text(MOMENT),
  code: s.text('5.7.26', 'The enhanced status code, or the SMTP reply code'),
  text: s.text('550 5.7.26 unauthenticated', 'Without addresses'),
  source: s.oneOf(['smtp', 'dsn'], 'A reply, or a bounce message', 'smtp'),
});

const destinationChangeShape = s.component('DestinationChangeResponse', {
  at: s.text(MOMENT),
  state: s.oneOf(DESTINATION_STATES, undefined, 'quarantined'),
  reason: s.text('google refuses emails: 550 5.7.26 unauthenticated'),
});

const destinationShape = s.component('DestinationResponse', {
  provider: s.text('google', 'The mailbox provider: a name, or the domain of its mail hosts'),
  state: s.oneOf(
    DESTINATION_STATES,
    '`throttled`: emails leave more slowly. `quarantined`: only a probe leaves now and then',
    'quarantined',
  ),
  rate: s.nullable(s.decimal(null, 'Emails per second over all workers now; null for no limit of this destination')),
  concurrency: s.nullable(s.integer(null, 'Emails in progress per worker')),
  reason: s.nullable(s.text('google refuses emails: 550 5.7.26 unauthenticated')),
  code: s.nullable(s.text('5.7.26', 'The status code that decided the state')),
  advice: s.nullable(
    s.text(
      'Make SPF and DKIM pass and align with the From domain, and publish DMARC.',
      'What to do; null while the state is normal',
    ),
  ),
  next_probe_at: s.nullable(s.sqlTime('When the next probe of a quarantine may leave', MOMENT)),
  accepted: s.integer(18_204, 'Emails that the provider accepted'),
  deferred: s.integer(12, 'Attempts at which it asked for less'),
  refused: s.integer(7, 'Attempts that it refused by policy'),
  dsn_refused: s.integer(0, 'Accepted emails that bounce messages refused by policy'),
  changed_at: s.nullable(s.sqlTime(undefined, MOMENT)),
  last_replies: s.list(providerReplyShape, 'The last answers that limited it, newest first'),
  changes: s.list(destinationChangeShape, 'The last changes of state, newest first'),
});

const destinationOf = (view: DestinationView) =>
  written(destinationShape, view, {
    last_replies: view.replies.map((reply) => ({ ...reply, at: sqlTimestamp(new Date(reply.at)) })),
    changes: view.changes.map((change) => ({ ...change, at: sqlTimestamp(new Date(change.at)) })),
  });

export const destinationsShape = s.component('DestinationsResponse', {
  destinations: s.list(destinationShape, 'Limited ones first, then those with the most emails'),
});

export const destinationsOf = (views: readonly DestinationView[]) => ({ destinations: views.map(destinationOf) });
