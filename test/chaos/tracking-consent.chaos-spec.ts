import { numberOf } from '../../src/platform/database/records.js';
import { insertSubscribers } from '../support/builders/audience.js';
import { note } from '../support/chaos-plan.js';
import { THOROUGH } from '../support/hostile-client.js';
import { Product } from '../support/product.js';
import { SmtpSink } from '../support/smtp-sink.js';
import { waitUntil } from '../support/wait-until.js';
import { waitUntilSent } from './big-campaign.js';

const EMAILS = THOROUGH ? 100_000 : 600;
/** People who follow the links in their emails. */
const READERS = THOROUGH ? 10_000 : 300;
const CLIENTS = 8;
const AGENT = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const BODY = `<p>{{ contact.first_name }}: <a href="https://shop.example/?of={{ contact.id }}">Look</a>
  <a href="{{ unsubscribe_url }}">Unsubscribe</a></p>`;

interface Received {
  readonly address: string;
  readonly pixels: readonly string[];
  readonly links: readonly string[];
}

/** What a reader does with an email: reader 3 and every third after it only opens, the next one clicks, too. */
const opens = (reader: number): boolean => reader % 3 !== 2;
const clicks = (reader: number): boolean => reader % 3 === 1;

describe('a campaign to people of whom 30 % deny tracking', () => {
  let sink: SmtpSink;
  let product: Product;
  let campaign: number;
  let tracked: Received[];
  let denied: Received[];

  beforeAll(async () => {
    sink = await SmtpSink.start();
    product = await Product.start({ name: 'tracking-consent', env: { SMTP_URL: sink.url, HIT_HOLD: '300ms' } });
    const list = await product.given.list();
    await insertSubscribers(product.db, list.id, 'consent', EMAILS);
    await product.db.execute(`UPDATE contacts SET tracking_consent = ELT(1 + id % 10, 'denied', 'denied', 'denied',
      'granted', 'granted', 'granted', 'unknown', 'unknown', 'unknown', 'unknown')`);
    ({ id: campaign } = await product.given.campaign({ email_subject: 'Hi', email_body: BODY, lists: [list.id] }));
    await product.client.post(`/campaigns/${campaign}/send`).expect(200);
    await waitUntilSent(product, campaign);
    const deniers = new Set(
      (await product.db.query<{ email: string }>(`SELECT email FROM contacts WHERE tracking_consent = 'denied'`)).map(
        ({ email }) => email,
      ),
    );
    const all: Received[] = [];
    for (const message of sink.messages) {
      const { html = '' } = await message.parsed();
      const found = (kind: string) => html.match(new RegExp(`(?<=")[^"]*/t/${kind}/[^"]+`, 'g')) ?? [];
      all.push({ address: message.envelope.to[0]!, pixels: found('o'), links: found('c') });
    }
    denied = all.filter(({ address }) => deniers.has(address));
    tracked = all.filter(({ address }) => !deniers.has(address));
  });

  /** Follows the links of the first readers, as several clients at a time. @returns the statuses, with their numbers. */
  async function follow(): Promise<Record<number, number>> {
    const statuses: Record<number, number> = {};
    const urls = tracked
      .slice(0, READERS)
      .flatMap(({ pixels: [pixel = ''], links: [link = ''] }, reader) => [
        ...(opens(reader) ? [pixel] : []),
        ...(clicks(reader) ? [link] : []),
      ]);
    const client = async (): Promise<void> => {
      for (let url = urls.shift(); url !== undefined; url = urls.shift()) {
        const { status } = await fetch(product.origin + new URL(url).pathname, {
          redirect: 'manual',
          headers: { 'User-Agent': AGENT },
        });
        statuses[status] = (statuses[status] ?? 0) + 1;
      }
    };
    await Promise.all(Array.from({ length: CLIENTS }, client));
    return statuses;
  }

  const hits = () => numberOf(product.db, 'SELECT COUNT(*) FROM email_hits');
  const events = () =>
    numberOf(product.db, `SELECT COUNT(*) FROM domain_events WHERE type IN ('email.opened', 'email.clicked')`);
  const share = (part: number, whole: number): number => Math.round((1_000 * part) / whole) / 10;

  it('sends them no pixel and no tracked link', () => {
    expect([tracked.length + denied.length, denied.length]).toEqual([EMAILS, (EMAILS * 3) / 10]);
    expect(denied.filter(({ pixels, links }) => pixels.length + links.length > 0)).toEqual([]);
    expect(tracked.filter(({ pixels, links }) => pixels.length !== 1 || links.length === 0)).toEqual([]);
  });

  it('has rates that equal those computed from the received emails and the requests', async () => {
    const readers = Array.from({ length: READERS }, (_, reader) => reader);
    const [opened, clicked] = [readers.filter(opens).length, readers.filter(clicks).length];
    expect(await follow()).toEqual({ 200: opened, 302: clicked });
    const statsOf = async () =>
      (await product.client.get(`/reports/campaigns/${campaign}/live`).expect(200)).body.stats;
    await waitUntil('all clicks are counted', async () => (await statsOf()).clicked === clicked);
    expect(await statsOf()).toMatchObject({
      ...{ sent: EMAILS, delivered: EMAILS, tracked: tracked.length, opened, clicked },
      ...{ open_rate: share(opened, tracked.length), click_rate: share(clicked, tracked.length) },
    });
    note('rates', `${opened} opened and ${clicked} clicked of ${tracked.length} tracked`);
  });

  it('stores nothing of people who withdraw, and redirects them', async () => {
    const before = [await hits(), await events()];
    const readers = tracked.slice(0, READERS).map(({ address }) => address);
    const [first = ''] = readers;
    await product.db.execute(`UPDATE contacts SET tracking_consent = 'denied' WHERE email IN (:others)`, {
      others: readers.slice(1),
    });
    // The last one by the API.
    const id = await numberOf(product.db, 'SELECT id FROM contacts WHERE email = :first', { first });
    await product.client.put(`/subscribers/${id}`).send({ tracking_consent: 'denied' }).expect(200);
    expect((await follow())[302]).toBe(Array.from({ length: READERS }, (_, reader) => reader).filter(clicks).length);
    // A hit of another recipient comes after theirs.
    const [pixel = ''] = tracked.at(-1)!.pixels;
    await fetch(product.origin + new URL(pixel).pathname, { headers: { 'User-Agent': AGENT } });
    await waitUntil('the hit of another recipient is stored', async () => (await hits()) > before[0]!);
    expect([await hits(), await events()]).toEqual([before[0]! + 1, before[1]! + 1]);
    note('withdrawals', `${READERS} people withdrew; nothing of them was stored`);
  });
});
