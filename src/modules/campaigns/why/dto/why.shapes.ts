import * as s from '../../../../shapes/shape.js';

/** `unknown`: the connection broke before the reply, and a manager must decide whether the email arrived. */
const WHY_VERDICTS = ['got_it', 'will_get_it', 'did_not_get_it', 'would_get_it', 'unknown_contact', 'unknown'] as const;

const whyCheckShape = s.component('WhyCheckResponse', {
  check: s.text('matched', 'Name of the check, such as `subscribed`'),
  passed: s.flag(),
  detail: s.text('Matched by row 1: list 3 (News).', 'The result in a sentence'),
});
export type WhyCheckResponse = s.TypeOf<typeof whyCheckShape>;

export const whyShape = s.component('WhyResponse', {
  email: s.nullable(s.text('ada@example.com')),
  verdict: s.oneOf(WHY_VERDICTS, '`will_get_it`: waits to be sent; `would_get_it`: if sent now'),
  explanation: s.text('The email was accepted at 2026-01-31 09:30:00 UTC.'),
  checks: s.list(whyCheckShape),
});
export type WhyResponse = s.TypeOf<typeof whyShape>;
