import type { ApiClient } from '../../support/api-client.js';
import { DIALECT, WITH_DIALECT } from '../../support/dialect-client.js';
import { World } from '../../support/world.js';

type Call = readonly [method: 'get' | 'post' | 'put' | 'delete', path: string, body?: unknown];

/** Every call in which the dialect differs, with its prerequisites; ids are those of an empty database. */
const CALLS: readonly Call[] = [
  ['post', '/lists', { title: 'News' }],
  ['post', '/tags', { title: 'VIP' }],
  ['post', '/tags', { title: 'Trial' }],
  ['get', '/lists'],
  ['get', '/lists?page=2&per_page=1'],
  ['get', '/tags'],
  ['get', '/tags/'],
  ['get', '/tags?page=2&per_page=1'],
  ['post', '/custom-fields/contacts', { type: 'text', label: 'Color' }],
  ['post', '/custom-fields/contacts', { type: 'radio', label: 'Size', options: ['S', 'M'] }],
  ['get', '/custom-fields/contacts'],
  ['post', '/subscribers', { email: 'ada+news@example.com', status: 'subscribed', lists: [1], tags: [1] }],
  ['post', '/subscribers', { email: 'bob@example.com', status: 'subscribed', custom_values: [] }],
  ['put', '/subscribers/1', { first_name: 'Ada', attach_tags: [2] }],
  ['get', '/subscribers'],
  ['get', '/subscribers/?per_page=1'],
  ['get', '/subscribers/0?get_by_email=ada+news@example.com'],
  ['get', '/subscribers/0?get_by_email=ada%2Bnews@example.com'],
  ['post', '/subscribers/sync-segments', { type: 'tags', attach: ['trial'], subscribers: [1] }],
  ['post', '/campaigns', { title: 'Spring' }],
  ['put', '/campaigns/1', { settings: { mailer_settings: { reply_to_email: '' } } }],
  ['get', '/campaigns'],
  ['get', '/campaigns/Spring'],
  ['get', '/campaigns/50%off'],
  ['post', '/campaigns/1/schedule', {}],
  ['post', '/campaigns/1/schedule', []],
  ['post', '/campaigns/1/un-schedule'],
  ['post', '/campaigns/estimated-contacts', { subscribers: [{ list: 1, tag: 'all' }] }],
  ['post', '/campaigns/1/draft-recipients', { subscribers: [{ list: 1, tag: 'all' }] }],
  ['post', '/funnels', { title: 'Welcome', trigger_name: 'custom_welcome' }],
  ['put', '/funnels/1/status', { status: 'published' }],
  ['post', '/funnels/1/subscribers', { subscribers: [1] }],
  ['put', '/funnels/1/subscribers/1/status', { status: 'cancelled' }],
  ['delete', '/funnels/1/subscribers', { subscriber_ids: [1] }],
  ['get', '/funnels/1/subscribers'],
  ['post', '/funnels/1/clone'],
  ['get', '/funnels/1?with[]=funnel_sequences'],
  ['post', '/funnels', { funnel: { title: 'Wrapped', trigger_name: 'contact_created' } }],
  ['post', '/subscribers/do-bulk-action', { action_name: 'add_to_automation', subscriber_ids: [1], new_status: 1 }],
  ['put', '/subscribers/1', { avatar: 'https://example.com/ada.png' }],
  ['put', '/tags/1', { title: 'Very important' }],
  ['post', '/templates', { template: { post_title: 'Post', post_content: 'x' } }],
  ['post', '/templates', { title: 'News', email_body: '##crm.unsubscribe_url## {{contact.city}}' }],
  ['put', '/templates/1', { email_subject: '{{contact.first_name|there}}' }],
  ['get', '/templates'],
  ['get', '/templates/1'],
  ['put', '/campaigns/1', { design_template: 'classic' }],
  ['get', '/campaigns?with[]=revenue'],
  ['delete', '/campaigns/1'],
  ['get', '/reports/dashboard-stats'],
  ['get', '/wp-json/fluent-crm/v2/lists'],
];

/** Removes values that differ each time: times, request ids, hashes, and the port in links of pages. */
const settled = (text: string): string =>
  text
    .replace(/\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d(\.\d+Z)?/g, 'MOMENT')
    .replace(/"request_id":"\w+"/g, '"request_id":"ID"')
    .replace(/"hash":"[0-9a-f]{32}"/g, '"hash":"HASH"')
    .replace(/127\.0\.0\.1:\d+/g, 'HOST');

async function answersTo(client: ApiClient): Promise<string[]> {
  const answers: string[] = [];
  for (const [method, path, body] of CALLS) {
    const request = client.send(method, path);
    if (body !== undefined) void request.set('Content-Type', 'application/json').send(JSON.stringify(body));
    const { status, text } = await request;
    answers.push(`${method} ${path}: ${status} ${settled(text)}`);
  }
  return answers;
}

interface Seen {
  readonly answers: readonly string[];
  readonly document: string;
  readonly inDialect: readonly number[];
}

/** One application after the other, because two cannot share the managers of one process. */
async function responsesWith(env: Readonly<Record<string, string>>): Promise<Seen> {
  const world = await World.start({ worker: false, env });
  try {
    const inDialect: number[] = [];
    for (const path of ['/lists', '/tags', '/subscribers/1']) {
      const { username, password } = world.all.credentials!;
      inDialect.push((await world.http.get(DIALECT + path).auth(username, password)).status);
      inDialect.push((await world.http.post(`${DIALECT}/subscribers/sync-segments`).auth(username, password)).status);
    }
    return {
      inDialect,
      answers: await answersTo(world.all),
      document: (await world.http.get('/docs/openapi.json').expect(200)).text,
    };
  } finally {
    await world.stop();
  }
}

describe('the base path of the API beside that of the other dialect', () => {
  let plain: Seen;
  let both: Seen;
  beforeAll(async () => {
    plain = await responsesWith({});
  });
  beforeAll(async () => {
    both = await responsesWith(WITH_DIALECT);
  });

  it('returns the same bytes for every call as without it', () => {
    // Otherwise, a typo in the calls would make all of them the same error.
    expect(new Set(plain.answers.map((answer) => / (\d{3}) /.exec(answer)?.[1]))).toEqual(
      new Set(['200', '400', '404', '405']),
    );
    expect(both.answers).toEqual(plain.answers);
  });

  it('has the same API document', () => {
    expect(both.document).toBe(plain.document);
    expect(both.document).not.toContain('wp-json');
  });

  it('is the only one if no other is configured', () => {
    expect(new Set(plain.inDialect)).toEqual(new Set([404]));
    expect(both.inDialect).toEqual([200, 400, 200, 400, 404, 400]);
  });
});
