import { type Operation, operationsOf } from './documented-fields.js';
import { machineFactor, processorMs } from './processor-time.js';
import { filled } from './routes.js';
import type { World } from './world.js';

/** The response to one hostile request. */
export interface HostileAnswer {
  readonly request: string;
  readonly status: number;
  readonly body: string;
}

/** Also contains the request id of the response header. */
export interface SentAnswer extends HostileAnswer {
  readonly requestId: string | null;
  readonly sent: HostileRequest;
  /** Processor time of the thread that answers, in milliseconds of this machine; requests at the same time add to it. */
  readonly usedMs: number;
}

export interface HostileRequest {
  readonly method: string;
  /** With the query, without the prefix. */
  readonly path: string;
  /** Text is sent unchanged, anything else as JSON. */
  readonly body?: unknown;
}

const AT_ONCE = 4;

/** Whether tests use all values, or a sample that still covers every field. */
export const THOROUGH = process.env['TEST_DEPTH'] === 'full';

/** Returns every n-th value in the short form, with another start at each call. */
export const sampleOf = <Item>(items: readonly Item[], turn: number, every: number): readonly Item[] =>
  THOROUGH ? items : items.filter((_item, index) => (index + turn) % every === 0);

/** Sends hostile requests and stores every response. */
export class HostileClient {
  readonly operations: readonly Operation[];
  private readonly factor = machineFactor();
  private made = 0;

  constructor(private readonly world: World) {
    this.operations = operationsOf(world);
  }

  /** Creates an object of each kind, so that paths refer to existing objects; `target` knows their ids. */
  async createFixtures(): Promise<void> {
    const { given } = this.world;
    const [list, tag] = [await given.list(), await given.tag()];
    await given.customField({ label: 'Color', slug: 'color' });
    await given.company();
    const contact = await given.contact({ lists: [list.id], tags: [tag.id], custom_values: { color: 'red' } });
    await given.note(contact.id);
    await given.trackedEvent(contact.id);
    await given.segment();
    await given.template();
    const campaign = await given.campaign({ lists: [list.id] });
    await this.world.all.post('/snippets').send({ key: 'fuzz', title: 'Fuzz', text: 'x' }).expect(200);
    await this.world.db.transaction((tx) =>
      tx.insertRows(
        'email_messages',
        ['source_type', 'source_id', 'recipient_key', 'content_id', 'contact_id', 'email', 'state'],
        [['campaign', campaign.id, String(contact.id), 0, contact.id, contact.email, 'sent']],
      ),
    );
    await given.sender({ url: 'smtp://127.0.0.1:2525' });
    await given.webhook({ url: 'https://hooks.example.com/carillon' });
    await given.order({ contact_id: contact.id });
    await given.scheduledReport();
    await this.world.all
      .post('/imports')
      .send({ rows: [{ email: 'imported@example.com' }] })
      .expect(202);
    await this.world.all
      .post('/subscribers/do-bulk-action')
      .send({ action_name: 'add_tags', tags: [tag.id], filter: { lists: [list.id] } })
      .expect(202);
    const funnel = await given.funnel({
      sequences: [{ action_name: 'add_contact_to_tag', settings: { tags: [tag.id] } }],
    });
    await this.world.db.transaction((tx) =>
      tx.execute(
        `INSERT INTO funnel_entries (funnel_id, contact_id, active_contact_id, version_id, next_step_id, arrived_at, entered_at)
         SELECT f.id, :contactId, :contactId, f.version_id, :stepId, NOW(3), NOW(3) FROM funnels f WHERE f.id = :funnelId`,
        { contactId: contact.id, stepId: funnel.sequences[0]?.id ?? 0, funnelId: funnel.id },
      ),
    );
  }

  /** The path of the operation with the ids of existing objects. */
  target({ path }: Pick<Operation, 'path'>): string {
    // Imports and bulk actions are both jobs and share ids.
    return filled(path, path.startsWith('/bulk-actions') ? '2' : '1', {
      slug: 'color',
      key: 'fuzz',
      trigger_name: 'custom_fuzz',
    });
  }

  /** A body that the operation accepts, if known; tests replace single members by hostile values. */
  validBody({ method, path }: Operation): Record<string, unknown> {
    this.made += 1;
    const note = { title: 'Fuzz', description: '<p>x</p>', type: 'call', created_at: '2026-01-31 09:30:00' };
    const valid: Record<string, Record<string, unknown>> = {
      'post /subscribers': { email: `fuzz-${this.made}@example.com`, status: 'subscribed' },
      'post /lists': { title: `Fuzz ${this.made}` },
      'post /tags': { title: `Fuzz ${this.made}` },
      'post /companies': { name: `Fuzz ${this.made}` },
      'post /segments': {
        title: `Fuzz ${this.made}`,
        filters: [[{ source: ['subscriber', 'id'], operator: 'not_null' }]],
      },
      'post /custom-fields/contacts': { type: 'text', label: `Fuzz ${this.made}` },
      'post /campaigns': { title: `Fuzz ${this.made}` },
      'post /templates': { title: `Fuzz ${this.made}` },
      'post /funnels': { title: `Fuzz ${this.made}`, trigger_name: 'custom_fuzz' },
      'put /funnels/:id/status': { status: 'draft' },
      'put /funnels/:id/sequences': { sequences: [] },
      'post /funnels/:id/subscribers': { subscribers: [1] },
      'post /triggers/:trigger_name': { contact_id: 1, payload: { total: 5 }, contact: { city: 'Fuzz' } },
      'post /webhooks/funnel-trigger': { funnel_id: 1, subscriber_data: { email: `fuzz-${this.made}@example.com` } },
      'post /suppressions': { email: `fuzz-${this.made}@example.com` },
      'post /feedback/message': { message: 'From: a@example.com\r\n\r\nfuzz' },
      'post /senders': { name: `Fuzz ${this.made}`, from_email: 'fuzz@example.com', host: '127.0.0.1', port: 587 },
      'post /campaigns/:id/ab-test/winner': { key: 'a' },
      'post /campaigns/:id/settle-unknown': { as: 'sent' },
      'post /campaigns/:id/emails/:emailId/settle': { as: 'sent' },
      'post /reports/scheduled': {
        title: `Fuzz ${this.made}`,
        type: 'overview',
        frequency: 'weekly',
        recipients: ['fuzz@example.com'],
      },
      'post /webhooks': { name: 'Fuzz', url: 'https://hooks.example.com/', events: ['contact.created'] },
      'post /webhooks/:id/replay': { from: '2026-01-01 00:00:00' },
      'post /subscribers/:id/notes': { note },
      'put /subscribers/:id/notes/:noteId': { note },
      'post /companies/:id/notes': { note },
      'post /commerce/orders': { external_id: `F-${this.made}`, contact_id: 1, currency: 'EUR', total: 5 },
      'post /commerce/orders/bulk': {
        orders: [{ external_id: `F-${this.made}`, contact_id: 1, currency: 'EUR', total: 5 }],
      },
      'post /commerce/orders/:id/refunds': { amount: 0.01, external_id: `F-${this.made}` },
      'post /imports': { rows: [{ email: `fuzz-${this.made}@example.com` }] },
      'post /subscribers/bulk-add-update': {
        contacts: [{ email: `fuzz-${this.made}@example.com`, status: 'subscribed' }],
      },
      'post /subscribers/do-bulk-action': { action_name: 'remove_tags', subscriber_ids: [1], tags: [1] },
      // Neither has an effect, because the next requests need the contact.
      'post /subscribers/merge': { keep_id: 1, merge_ids: [4_294_967_295] },
      'post /subscribers/:id/erase': { mode: 'none' },
      'post /subscribers/track-event': { subscriber_id: 1, event_key: 'fuzz', title: 'Fuzz' },
    };
    return valid[`${method} ${path}`] ?? {};
  }

  async send(sent: HostileRequest): Promise<SentAnswer> {
    const { method, path, body } = sent;
    const { username, password } = this.world.all.credentials ?? { username: '', password: '' };
    const usage = process.threadCpuUsage();
    const response = await fetch(`${this.world.origin}${this.world.config.http.basePaths[0] ?? ''}${path}`, {
      method: method.toUpperCase(),
      headers: {
        Authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`,
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await textOf(response);
    const { user, system } = process.threadCpuUsage(usage);
    return {
      request: `${method} ${path} ${body === undefined ? '' : JSON.stringify(body)}`.slice(0, 300),
      status: response.status,
      body: text,
      requestId: response.headers.get('x-request-id'),
      sent,
      usedMs: (user + system) / 1_000,
    };
  }

  /**
   * Returns the answer, described, if it fails or uses the processor for longer than this, in milliseconds of a fixed machine. Compilation
   * and garbage collection affect one request, an expensive pattern every one, so an expensive request is made and sent again, alone.
   */
  async expensive(request: () => HostileRequest, mostMs: number): Promise<string[]> {
    return this.tooExpensive(await this.send(request()), request, mostMs);
  }

  /** As `expensive`, for requests that were sent. */
  async expensiveAmong(answers: readonly SentAnswer[], mostMs: number): Promise<string[]> {
    const found: string[] = [];
    for (const answer of answers) found.push(...(await this.tooExpensive(answer, () => answer.sent, mostMs)));
    return found;
  }

  private async tooExpensive(answer: SentAnswer, again: () => HostileRequest, mostMs: number): Promise<string[]> {
    const failed = unexpectedAnswers([answer]);
    if (failed.length > 0 || answer.usedMs <= mostMs * this.factor) return failed;
    const request = again();
    const ms = await processorMs(() => this.send(request));
    return ms <= mostMs ? [] : [`${ms.toFixed(0)} ms of the processor: ${answer.request}`];
  }

  /** Sends requests a few at a time; responses are in the order of the requests. */
  async sendAll(requests: readonly HostileRequest[]): Promise<SentAnswer[]> {
    const answers: SentAnswer[] = [];
    for (let start = 0; start < requests.length; start += AT_ONCE)
      answers.push(...(await Promise.all(requests.slice(start, start + AT_ONCE).map((request) => this.send(request)))));
    return answers;
  }
}

/** An event stream never ends. */
async function textOf(response: Response): Promise<string> {
  if (response.headers.get('content-type') !== 'text/event-stream') return response.text();
  await response.body?.cancel();
  return '';
}

/** For assertions that show which requests failed. */
export const unexpectedAnswers = (answers: readonly HostileAnswer[]): string[] =>
  answers
    .filter(({ status }) => status >= 500)
    .map(({ request, status, body }) => `${status}: ${request} -> ${body.slice(0, 200)}`);

/** Percent-encodes for a query or a path; a lone surrogate becomes the replacement character. */
export const urlEncoded = (text: string): string => encodeURIComponent(Buffer.from(text).toString());
