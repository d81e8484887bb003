import type { Given } from '../given.js';
import { Draw } from './draw.js';

/** Who can be had as often as one likes, by where they live. */
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
  // With a tag and a list of their own: those that were there first may have been deleted by a request before.
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

/** What has to have happened before an operation is possible, where that is more than that something is there. */
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

/** Of what a path leads to when it has more than one id, or is no resource of its own. */
const USUAL: Readonly<Record<string, string>> = {
  slug: 'colour',
  trigger_name: 'custom_fuzz',
  provider: 'mailgun',
  secret: 'nobody-knows',
  token: 'nobody-knows',
  page: 'preferences',
};

/** Finds something for each path to be about, so that a request is not answered by 404 before it is looked at. */
export class Targets {
  constructor(private readonly given: Given) {}

  /** Where resources are made, changed and deleted by an id that follows. */
  static readonly collections: readonly string[] = Object.keys(MAKERS);

  /** The path to something new where that is possible, and to the first of its kind otherwise. */
  async fresh(path: string): Promise<string> {
    const collection = Targets.collections.find((each) => path.startsWith(`${each}/{id}`));
    const isOnlyId = (path.match(/\{/g) ?? []).length === 1;
    if (!collection || !isOnlyId) return this.of(path);
    const { id } = await this.make(collection);
    for (const [step, body = {}] of BEFORE[path] ?? []) {
      const [method, name] = step.split(' ') as ['post' | 'put', string];
      // It may be further already, and that is as good.
      await this.given.client.send(method, `${collection.slice(1)}/${id}/${name}`).send(body);
    }
    return this.of(path, String(id));
  }

  async make(collection: string): Promise<{ readonly id: number }> {
    const maker = MAKERS[collection];
    if (!maker) throw new Error(`nobody makes ${collection}`);
    return maker(this.given);
  }

  /** @param id for the first of its parameters. */
  of(path: string, id?: string): string {
    // Imports and bulk actions are jobs both, with numbers in common.
    const usual = path.startsWith('~/bulk-actions') ? '2' : '1';
    let first = id;
    return path.replace(/\{(\w+)\}/g, (_whole, name: string) => {
      const value = first ?? USUAL[name] ?? usual;
      first = undefined;
      return value;
    });
  }

  /** What stands for an id and is none, or one of nothing. */
  static badIds(draw: Draw, most: number): string[] {
    const ids = [
      ...['0', '-1', '1.5', '1e3', '0x1', '01', '+1', '999999999', '2147483648', '4294967296', '9007199254740993'],
      ...['18446744073709551616', '9'.repeat(400), 'abc', 'null', 'undefined', 'NaN', '%20', '1%20', '%00', '1%00'],
      ...['%ff%fe', '%ed%a0%80', '%F0%9F%98%80', '1%2F2', '..%2F..%2Fetc%2Fpasswd', '%zz', '%', '1%27', '1;a=b'],
      ...['__proto__', 'constructor', '%EF%BC%91', '%D9%A1', '1,2', '%5B1%5D', '*', 'a'.repeat(3_000)],
    ];
    return draw.some(ids, most);
  }
}
