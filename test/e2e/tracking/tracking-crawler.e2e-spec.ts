import { Pool } from 'undici';
import { insertSubscribers } from '../../support/builders/audience.js';
import { type SinkMessage, SmtpSink } from '../../support/smtp-sink.js';
import { World } from '../../support/world.js';

/** `TEST_DEPTH=full` makes it a thousand. */
const EMAIL_COUNT = process.env['TEST_DEPTH'] === 'full' ? 1_000 : 100;
const AT_ONCE = 50;
const BROWSER = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';
const BODY = `<p><a href="https://shop.example/tea">Tea</a></p>
  <p><a href="{{ preferences_url }}">What you get</a> <a href="{{ unsubscribe_url }}">Unsubscribe</a></p>`;
/** The link, the hidden link, and the pixel. */
const FOLLOWED = 3;

/** The paths of all links in the body and the headers of an email. */
async function pathsOf(message: SinkMessage): Promise<string[]> {
  const { html, text, headers } = await message.parsed();
  const listUnsubscribe = headers.find(({ key }) => key === 'list-unsubscribe')?.value;
  const urls = [html, text, listUnsubscribe].flatMap(
    (part) => part?.match(/http:\/\/carillon\.test\/[^"<>\s\]]+/g) ?? [],
  );
  return [...new Set(urls)].map((url) => new URL(url).pathname);
}

describe('a scanner that looks like a browser and requests every link of many emails', () => {
  let world: World;
  let sink: SmtpSink;

  beforeAll(async () => {
    sink = await SmtpSink.start();
    world = await World.start({ env: { SMTP_URL: sink.url } });
  });

  const rows = <Row>(sql: string): Promise<Row[]> => world.db.query<Row>(sql);

  /** Requests all links by GET and by HEAD, as a scanner does. @returns the number of responses by status. */
  async function crawl(): Promise<{ asked: number; statuses: Record<number, number> }> {
    const pool = new Pool(world.origin, { connections: AT_ONCE });
    const statuses: Record<number, number> = {};
    const emails = [...sink.messages];
    let asked = 0;
    const scanner = async (): Promise<void> => {
      for (let mail = emails.pop(); mail; mail = emails.pop()) {
        for (const path of await pathsOf(mail)) {
          for (const method of ['GET', 'HEAD'] as const) {
            const { statusCode, body } = await pool.request({ path, method, headers: { 'user-agent': BROWSER } });
            await body.dump();
            asked += 1;
            statuses[statusCode] = (statuses[statusCode] ?? 0) + 1;
          }
        }
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, scanner));
    await pool.close();
    return { asked, statuses };
  }

  it('T30 changes no status, and counts no human open or click', async () => {
    const list = await world.given.list();
    await insertSubscribers(world.db, list.id, 'crowd', EMAIL_COUNT);
    const { id } = await world.given.campaign({ email_subject: 'Spring', email_body: BODY, lists: [list.id] });
    await world.all.post(`/campaigns/${id}/send`).expect(200);
    await world.settle();
    expect(sink.messages).toHaveLength(EMAIL_COUNT);

    const { asked, statuses } = await crawl();
    expect(asked).toBeGreaterThanOrEqual(EMAIL_COUNT * 2 * (FOLLOWED + 2));
    expect(Object.keys(statuses)).toEqual(['200', '302']);
    expect(statuses[302]).toBe(EMAIL_COUNT * 2);
    await world.settle();

    expect(await rows('SELECT status, COUNT(*) AS people FROM contacts GROUP BY status')).toEqual([
      { status: 'subscribed', people: EMAIL_COUNT },
    ]);
    expect(await rows('SELECT id FROM suppressions')).toEqual([]);
    const reported = await rows<{ type: string }>('SELECT DISTINCT type FROM domain_events');
    expect(reported.map(({ type }) => type)).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/unsubscribed|status_changed|complained/)]),
    );
    expect(await rows('SELECT is_machine, COUNT(*) AS hits FROM email_hits GROUP BY is_machine')).toEqual([
      { is_machine: 1, hits: EMAIL_COUNT * 2 * FOLLOWED },
    ]);
    expect(
      await rows(
        `SELECT id FROM email_messages
          WHERE human_opens <> 0 OR human_clicks <> 0 OR first_human_open_at IS NOT NULL OR first_human_click_at IS NOT NULL
             OR unsubscribed_at IS NOT NULL OR machine_opens <> 2 OR machine_clicks <> ${2 * (FOLLOWED - 1)}`,
      ),
    ).toEqual([]);
    const { body } = await world.all.get(`/campaigns/${id}/status`).expect(200);
    expect(body.analytics).toMatchObject({ open: { total: 0 }, click: { total: 0 }, unsubscribe: { total: 0 } });
  });
});
