import type { InboundOutcome, InboundResult } from '../inbound/inbound-messages.service.js';
import * as s from '../../../shapes/shape.js';

const WORDS: Record<InboundOutcome, string> = {
  applied: 'The message was applied.',
  known: 'The message was already reported.',
  no_effect: 'The message had no effect.',
  ignored: 'The message requires no action.',
  unrecognised: 'The message does not identify an email.',
  quarantined: 'The message could not be parsed and was quarantined.',
};

export const feedbackMessageShape = s.component('FeedbackMessageResponse', {
  message: s.text('The message was applied.'),
  outcome: s.oneOf(
    Object.keys(WORDS),
    '`known`: reported before. `no_effect`: valid, but nothing changed. `ignored`: no action needed, such as for an ' +
      'automatic reply. `unrecognised`: it contains no valid token or Message-ID. `quarantined`: too large or nested too deeply.',
    'applied',
  ),
  kind: s.oneOf(
    [
      'bounce',
      'delivery_notice',
      'complaint',
      'not_spam',
      'unsubscribe',
      'auto_reply',
      'reply',
      'other',
      'unreadable',
    ] satisfies InboundResult['kind'][],
    'What the message was classified as',
    'bounce',
  ),
  email_id: s.nullable(s.integer(1042, 'The email that the message is about')),
});

export const feedbackMessageOf = ({ outcome, kind, emailId }: InboundResult) => ({
  message: WORDS[outcome],
  outcome,
  kind,
  email_id: emailId,
});
