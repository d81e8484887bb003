import { integer, nullable, object, oneOf, text } from '../shapes/shape.js';

const STATES = ['normal', 'throttled', 'quarantined'] as const;

export const SENDER_EVENTS = {
  'sender.destination_changed': object(
    {
      sender_id: nullable(integer(3, 'Null for the mail server of SMTP_URL')),
      destination: object({
        provider: text('google', 'The mailbox provider: a name, or the domain of its mail hosts'),
        state: oneOf([...STATES], '`throttled`: emails leave more slowly. `quarantined`: only probes leave'),
        previous_state: oneOf([...STATES]),
        reason: text('google refuses emails: 550 5.7.26 unauthenticated', 'Why, in words'),
        code: nullable(text('5.7.26', 'The status code of the answer; null without one')),
        advice: nullable(text('Make SPF and DKIM pass and align with the From domain.', 'What to do')),
      }),
    },
    'The delivery of a sender to a mailbox provider became slower, stopped, or recovered.',
  ),
};
