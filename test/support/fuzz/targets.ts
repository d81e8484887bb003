import type { Given } from '../given.js';
import { SeededChoices } from './seeded-choices.js';

/** Resources that can be created without limit, by path. */
const MAKERS: Readonly<Record<string, (given: Given) => Promise<{ readonly id: number }>>> = {
  '~/subscribers': (given) => given.contact(),
  '~/lists': (given) => given.list(),
  '~/tags': (given) => given.tag(),
  '~/companies': (given) => given.company(),
  '~/segments': (given) => given.segment(),
  '~/templates': (given) => given.template(),
  '~/senders': (given) => given.sender({ url: 'smtp://127.0.0.1:587' }),
  '~/webhooks': (given) => given.webhook({ url: 'https://hooks.example.com/carillon' }),
  '~/reports/scheduled': (given) => given.scheduledReport(),
  '~/commerce/orders': (given) => given.order(),
  // With their own tag and list, because a previous request may have deleted the first ones.
  '~/funnels': async (given) => {
    const tags = [(await given.tag()).id];
    return given.funnel({ sequences: [{ action_name: 'add_contact_to_tag', settings: { tags } }] });
  },
  '~/campaigns': async (given) =>
    given.campaign({
      ...{ email_subject: 'Fuzz {{ contact.first_name }}', lists: [(await given.list()).id] },
      email_body: '<p>Fuzz</p><p><a href="{{ unsubscribe_url }}">Leave</a></p>',
    }),
};

/** Prerequisites of operations that need more than an existing object. */
const BEFORE: Readonly<Record<string, readonly [string, Readonly<Record<string, unknown>>?][]>> = {
  '~/campaigns/{id}/unschedule': [['post schedule', { scheduled_at: '2099-01-01 00:00:00' }]],
  '~/campaigns/{id}/pause': [['post send']],
  '~/campaigns/{id}/cancel': [['post send']],
  '~/campaigns/{id}/resume': [['post send'], ['post pause']],
  '~/campaigns/{id}/unarchive': [['post send'], ['post cancel'], ['post archive']],
  '~/campaigns/{id}/resend-failed': [['post send'], ['post cancel']],
  '~/campaigns/{id}/resend-unopened': [['post send'], ['post cancel']],
  '~/funnels/{id}/subscribers': [['put status', { status: 'published' }]],
};

/** Objects of paths with more than one id or without their own routes. */
const USUAL: Readonly<Record<string, string>> = {
  slug: 'color',
  trigger_name: 'custom_fuzz',
  provider: 'mailgun',
  secret: 'nobody-knows',
  token: 'nobody-knows',
  page: 'preferences',
};

/** Returns an existing object for each path, so that the request is not refused with 404. */
export class Targets {
  constructor(private readonly given: Given) {}

  /** Collections whose objects can be created, changed, and deleted by id. */
  static readonly collections: readonly string[] = Object.keys(MAKERS);

  /** The path of a new object if possible, otherwise of the first one. */
  async fresh(path: string): Promise<string> {
    const collection = Targets.collections.find((each) => path.startsWith(`${each}/{id}`));
    const isOnlyId = (path.match(/\{/g) ?? []).length === 1;
    if (!collection || !isOnlyId) return this.of(path);
    const { id } = await this.make(collection);
    for (const [step, body = {}] of BEFORE[path] ?? []) {
      const [method, name] = step.split(' ') as ['post' | 'put', string];
      // The state may already be later, which is fine.
      await this.given.client.send(method, `${collection.slice(1)}/${id}/${name}`).send(body);
    }
    return this.of(path, String(id));
  }

  async make(collection: string): Promise<{ readonly id: number }> {
    const maker = MAKERS[collection];
    if (!maker) throw new Error(`no factory for ${collection}`);
    return maker(this.given);
  }

  /** @param id for the first path parameter. */
  of(path: string, id?: string): string {
    // Imports and bulk actions are both jobs and share ids.
    const usual = path.startsWith('~/bulk-actions') ? '2' : '1';
    let first = id;
    return path.replace(/\{(\w+)\}/g, (_whole, name: string) => {
      const value = first ?? USUAL[name] ?? usual;
      first = undefined;
      return value;
    });
  }

  /** Values that are no valid id, or the id of no object. */
  static badIds(draw: SeededChoices, most: number): string[] {
    const ids = [
      ...['0', '-1', '1.5', '1e3', '0x1', '01', '+1', '999999999', '2147483648', '4294967296', '9007199254740993'],
      ...['18446744073709551616', '9'.repeat(400), 'abc', 'null', 'undefined', 'NaN', '%20', '1%20', '%00', '1%00'],
      ...['%ff%fe', '%ed%a0%80', '%F0%9F%98%80', '1%2F2', '..%2F..%2Fetc%2Fpasswd', '%zz', '%', '1%27', '1;a=b'],
      ...['__proto__', 'constructor', '%EF%BC%91', '%D9%A1', '1,2', '%5B1%5D', '*', 'a'.repeat(3_000)],
    ];
    return draw.some(ids, most);
  }
}
