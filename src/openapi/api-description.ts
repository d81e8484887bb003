import type { OpenAPIObject } from '@nestjs/swagger';

export const API_DESCRIPTION = `
Contacts, lists, campaigns, automated funnels, reports, and webhooks of a self-hosted email-marketing service.

**Credentials.** HTTP Basic with the username of a manager and an application password, on every request; press *Authorize*.
Each operation names the permission that it needs (also as \`x-permission\`). Links in emails and health checks need none.

**Answers** are JSON. A success is 200, or 202 where a background job was started. Every answer has
\`X-Request-Id\`; a request may send its own.

**Errors** have one shape: \`code\` for programs, \`message\` for people, and \`data\` with the \`status\`, the
\`request_id\`, and every invalid field under \`params\`. A failed request changes nothing.

**Pages.** \`per_page\` and \`page\` give a numbered page. Where a list takes \`cursor\`, \`cursor=*\` starts at the beginning;
continue with \`next_cursor\` of the answer until it is null.

**Idempotency.** Any \`POST\` takes an \`Idempotency-Key\`: a request with the same key runs once and gets the same answer
for 24 hours. After 429 and 503, wait \`Retry-After\` seconds.

**Times** are UTC: \`YYYY-MM-DD HH:MM:SS\` on contacts, notes, lists, tags, companies, and campaigns, ISO 8601 on funnels,
webhooks, events, and reports. Both are accepted, also with a UTC offset. **Ids** are integers unless a schema says otherwise.

**Arrays in queries** may be written \`lists[]=1&lists[]=2\`, \`lists=1&lists=2\` or \`lists=1,2\`; booleans \`true\`,
\`false\`, \`1\`, \`0\`, \`yes\`, \`no\`. Unknown members and parameters are ignored;
with \`Prefer: handling=strict\` they are refused.

**Changes** within this version are additive. Removals are announced six months ahead by the headers \`Deprecation\` and \`Sunset\`.
`.trim();

export const CREDENTIALS_DESCRIPTION =
  'The username of a manager and one of its application passwords, as `npm run cli -- manager:create` prints them.';

/** The tags in the order of Swagger UI. */
export const API_TAGS: readonly { readonly name: string; readonly description: string }[] = [
  { name: 'Contacts', description: 'Contacts with their lists, tags, notes, tracked events, consents, and history' },
  { name: 'Lists', description: 'Lists that contacts subscribe to; change members through the contacts' },
  { name: 'Tags', description: 'Internal labels of contacts' },
  { name: 'Segments', description: 'Saved filters; members are evaluated at the time of each query' },
  { name: 'Forms', description: 'Sign-up forms, on pages of their own or on websites' },
  { name: 'Companies', description: 'Companies of contacts, with notes' },
  { name: 'Custom fields', description: 'Typed fields of your own; their slugs are the keys of `custom_values`' },
  { name: 'Imports', description: 'Import contacts from files in the background; watch, cancel, and undo imports' },
  { name: 'Bulk actions', description: 'One action on many contacts, immediate or in the background' },
  { name: 'Suppressions', description: 'Addresses and domains that never receive email' },
  { name: 'Campaigns', description: 'One email to many recipients: content, states, A/B tests, and results' },
  { name: 'Emails', description: 'Single emails to given addresses, such as password resets and receipts' },
  { name: 'Templates', description: 'Reusable content for campaigns and funnels' },
  { name: 'Funnels', description: 'Automations: triggers, steps, and enrollments' },
  { name: 'Commerce', description: 'Orders, refunds, and revenue attribution' },
  { name: 'Reports', description: 'Figures of contacts, campaigns, funnels, and revenue, also as files' },
  { name: 'Scheduled reports', description: 'Reports sent by email on a schedule' },
  { name: 'Webhooks', description: 'Signed HTTP calls to your systems, with a delivery log' },
  { name: 'Webhook calls', description: 'Payloads of webhooks, one per event type' },
  { name: 'Events', description: 'Event log, to read or to follow as a stream' },
  { name: 'Senders', description: 'Mail server accounts with From addresses, rate limits, and DKIM keys' },
  { name: 'Feedback', description: 'Bounces, complaints, and opt-outs reported by mail servers and services' },
  { name: 'Audit log', description: 'Changes by managers, with time and request' },
  { name: 'Health', description: 'Endpoints for monitoring and load balancers; no credentials' },
  { name: 'Public links', description: 'Pages that links in emails lead to; not part of the API' },
];

/** The meanings of closed sets of values, for members and items without a description of their own. */
const MEANINGS: Readonly<Record<string, string>> = {
  'subscribed unsubscribed pending bounced complained':
    'Only `subscribed` contacts receive marketing emails; `pending` ones have not confirmed yet',
  'draft scheduled working sent paused archived':
    '`working`: being sent; `sent`: every email has a final state; `archived`: by a manager, or cancelled',
  'pending processing sent failed bounced complained skipped unknown cancelled':
    '`pending`: waits to be sent or retried; `skipped`: the contact could not receive it; `unknown`: the connection broke before ' +
    'the reply of the mail server, and a manager must resolve it',
  'queued running done failed cancelled undone':
    '`done`: every row has an outcome; `failed`: the job stopped because of `error`',
  'draft published paused': 'Only a `published` funnel enrolls contacts and runs steps',
  'active completed cancelled': '`cancelled`: left before the end',
  'action benchmark conditional wait split exit':
    '`benchmark`: a step for an event of the contact, who jumps to it when the event happens; `conditional` and `split` have branches',
  'pending processing completed cancelled refunded': 'Figures count `completed` and `refunded` orders only',
  'pending success failed': '`pending`: waits for an attempt or a retry; `failed`: no further attempts are made',
  'text textarea select-one checkbox radio number date url email':
    '`select-one` and `radio` hold one of `options`, `checkbox` any number of them',
  'simple plain raw_html mjml':
    'How the body becomes a document: `simple` puts it on a card, `plain` adds only a skeleton, `raw_html` leaves it unchanged, `mjml` compiles it',
  'hard soft': '`hard`: permanent, such as an unknown address; `soft`: temporary, such as a full mailbox',
  'opens clicks revenue': 'The metric that decides; humans only',
  'done skipped failed': '`skipped`: the step did not apply to the contact',
  'created updated skipped invalid':
    '`skipped`: nothing was changed; `invalid`: refused, no part of the row is written',
};

const sorted = (words: readonly (string | null)[]): string =>
  words
    .filter((word) => word !== null)
    .toSorted()
    .join(' ');
const MEANING_OF = new Map(Object.entries(MEANINGS).map(([words, meaning]) => [sorted(words.split(' ')), meaning]));

/** Returns the document with the meaning of its values on every enum in a schema that has no description. */
export function withMeanings(document: OpenAPIObject): OpenAPIObject {
  const explained = (_name: string, value: unknown): unknown => {
    const { enum: words, description } = (value ?? {}) as {
      readonly enum?: readonly (string | null)[];
      readonly description?: string;
    };
    const meaning = Array.isArray(words) && description === undefined ? MEANING_OF.get(sorted(words)) : undefined;
    return meaning === undefined ? value : { ...(value as object), description: meaning };
  };
  const schemas = JSON.parse(JSON.stringify(document.components?.schemas ?? {}), explained) as Record<string, never>;
  return { ...document, components: { ...document.components, schemas } };
}
