/** What stands above the operations in Swagger UI. */
export const API_DESCRIPTION = `
Contacts, lists, campaigns, automated funnels, reports and webhooks of a self-hosted email-marketing service.

**Credentials.** HTTP Basic with the username of a manager and an application password, on every request; press *Authorize*.
Each operation names the permission that it needs (also as \`x-permission\`). Links in mails and health checks need none.

**Answers** are JSON. A success is 200, or 202 where a job was begun that goes on in the background. Every answer has
\`X-Request-Id\`; a request may bring its own.

**Errors** have one shape: \`code\` for programs, \`message\` for people, and \`data\` with the \`status\`, the
\`request_id\`, and under \`params\` every field at fault. Nothing is half written.

**Pages.** \`per_page\` and \`page\` give a numbered page. Where a list takes \`cursor\`, \`cursor=*\` begins a walk through
everything; go on with the \`next_cursor\` of the answer until it is null.

**Repeating safely.** Any \`POST\` takes an \`Idempotency-Key\`: the same request with the same key is done once and answered
again for 24 hours. After 429 and 503 wait as long as \`Retry-After\` says.

**Times** are UTC: \`YYYY-MM-DD HH:MM:SS\` on contacts, notes, lists, tags, companies and campaigns, ISO 8601 on funnels,
webhooks, events and reports. Both are read, with an offset if you like. **Ids** are integers unless a schema says otherwise.

**Arrays in queries** may be written \`lists[]=1&lists[]=2\`, \`lists=1&lists=2\` or \`lists=1,2\`; booleans \`true\`,
\`false\`, \`1\`, \`0\`, \`yes\`, \`no\`. Unknown members and parameters are ignored;
with \`Prefer: handling=strict\` they are refused.

**Changes** within this version only add. What is to go is announced six months ahead by the headers \`Deprecation\` and \`Sunset\`.
`.trim();

export const CREDENTIALS_DESCRIPTION =
  'The username of a manager and one of its application passwords, as `npm run cli -- manager:create` prints them.';

/** The groups of operations, in the order in which Swagger UI shows them. */
export const API_TAGS: readonly { readonly name: string; readonly description: string }[] = [
  { name: 'Contacts', description: 'People, with their lists, tags, notes, tracked events, consents and history' },
  { name: 'Lists', description: 'What contacts subscribe to; members are changed through the contacts' },
  { name: 'Tags', description: 'Labels of contacts, for your own use' },
  { name: 'Segments', description: 'Saved filters: who belongs to one is found anew whenever it is asked' },
  { name: 'Companies', description: 'Organisations that contacts belong to, with notes' },
  { name: 'Custom fields', description: 'What you know of contacts beyond the usual; the keys of `custom_values`' },
  { name: 'Imports', description: 'Contacts out of files, in the background: watched, stopped, undone' },
  { name: 'Bulk actions', description: 'One thing done to many contacts, at once or in the background' },
  { name: 'Suppressions', description: 'Addresses and domains that are never mailed' },
  { name: 'Campaigns', description: 'One mail to many: contents, recipients, states, A/B tests and what became of it' },
  { name: 'Templates', description: 'Contents that campaigns and funnels begin with' },
  { name: 'Funnels', description: 'Automations: what begins them, their steps, and who is where in them' },
  { name: 'Commerce', description: 'Orders and refunds, and which mails they are put down to' },
  { name: 'Reports', description: 'Figures of contacts, campaigns, funnels and revenue, also as files' },
  { name: 'Scheduled reports', description: 'Reports that are mailed by themselves' },
  { name: 'Webhooks', description: 'Signed calls to your systems, with the log of their deliveries' },
  { name: 'Webhook calls', description: 'What your systems are called with: one for each kind of event' },
  { name: 'Events', description: 'The log of everything that happened, to be read or followed' },
  { name: 'Senders', description: 'Mail servers and From addresses, with their limits and DKIM keys' },
  {
    name: 'Feedback',
    description: 'Bounces, complaints and opt-outs, as mail servers and sending services report them',
  },
  { name: 'Audit log', description: 'Who changed what, when, and by which request' },
  { name: 'Health', description: 'For monitoring and load balancers; no credentials' },
  { name: 'Public links', description: 'What the links of mails lead to: pages for readers, no part of the API' },
];
