import { setTimeout as sleep } from 'node:timers/promises';
import { memberOf } from '../support/builders/audience.js';
import { IS_LONG, note, seededRandom } from '../support/chaos-plan.js';
import { Product } from '../support/product.js';
import { RawSmtpSink } from '../support/raw-smtp-sink.js';
import { waitUntil } from '../support/wait-until.js';
import { createDraft, emailsByState, waitUntilSent } from './big-campaign.js';
import { emailStep, enroll, publish } from './funnel-fixture.js';

const CAP = 3;
const CAMPAIGNS = 5;
const FUNNELS = 3;
/** They want to send 5.5 emails to a contact on average: 100,000 in the long form. */
const PEOPLE = IS_LONG ? 18_200 : 110;
const WORKERS = 3;
const KILLS = IS_LONG ? 10 : 1;

/** Contact n is a recipient of the first n % 6 campaigns and enters the first n % 4 funnels, with two emails each. */
const campaignsOf = (number: number): number => number % (CAMPAIGNS + 1);
const funnelsOf = (number: number): number => number % (FUNNELS + 1);

describe('five campaigns and three funnels that run at the same time under a cap of three emails in seven days', () => {
  let sink: RawSmtpSink;
  let product: Product;

  beforeAll(async () => {
    sink = await RawSmtpSink.start();
    // An email that a killed worker was sending is sent again when its lease expires.
    const env = { SMTP_URL: sink.url, FREQUENCY_CAP: `${CAP}/7d`, SEND_LEASE_SECONDS: '10', DATABASE_POOL_SIZE: '6' };
    product = await Product.start({ name: 'frequency-cap', env, workers: WORKERS });
  });

  /** Returns the emails of each address. A repeated email has the same Message-ID and counts once. */
  function received(): Map<string, number> {
    const ids = new Map<string, Set<string>>();
    for (const { envelope, raw } of sink.messages) {
      const address = envelope.to[0] ?? '';
      const id = /^message-id:\s*(<[^>]*>)/im.exec(raw.toString('latin1', 0, raw.indexOf('\r\n\r\n')))?.[1] ?? '';
      ids.set(address, (ids.get(address) ?? new Set()).add(id));
    }
    return new Map([...ids].map(([address, { size }]) => [address, size]));
  }

  async function count(sql: string): Promise<number> {
    const [row] = await product.db.query<{ total: number }>(`SELECT COUNT(*) AS total FROM ${sql}`);
    return row?.total ?? 0;
  }

  async function waitUntilFunnelsRest(): Promise<void> {
    const due = 'NOW(3) + INTERVAL 1 MINUTE';
    const isAtRest = async (): Promise<boolean> =>
      (await count(`funnel_entries WHERE due_at < ${due}`)) === 0 &&
      (await count(
        `email_messages WHERE state = 'sending' OR state IN ('pending', 'deferred') AND COALESCE(next_attempt_at, 0) < ${due}`,
      )) === 0;
    await waitUntil('all enrollments and emails wait for the cap or have ended', isAtRest, 100);
  }

  it('send each contact exactly the emails that it is wanted for, but never more than three', async () => {
    const random = seededRandom('frequency cap');
    const campaigns = [await createDraft(product, 'capped', PEOPLE)];
    const rows = await product.db.query<{ id: number; email: string }>('SELECT id, email FROM contacts');
    const idOf = new Map(rows.map(({ id, email }) => [email, id]));
    const numbers = Array.from({ length: PEOPLE }, (_, index) => index + 1);
    const idsWhere = (isMember: (number: number) => boolean): number[] =>
      numbers.filter(isMember).map((number) => idOf.get(memberOf('capped', number)) ?? 0);
    const [list] = await product.db.query<{ id: number }>('SELECT list_id AS id FROM contact_lists LIMIT 1');
    const setMembers = async (listId: number, members: readonly number[]): Promise<void> =>
      product.db.transaction(async (tx) => {
        await tx.execute('DELETE FROM contact_lists WHERE list_id = :listId', { listId });
        await tx.insertRows(
          'contact_lists',
          ['contact_id', 'list_id'],
          members.map((id) => [id, listId]),
        );
      });
    await setMembers(
      list?.id ?? 0,
      idsWhere((number) => campaignsOf(number) > 0),
    );
    for (let campaign = 1; campaign < CAMPAIGNS; campaign += 1) {
      const { id } = await product.given.list({ title: `Readers of campaign ${campaign}` });
      await setMembers(
        id,
        idsWhere((number) => campaignsOf(number) > campaign),
      );
      const content = { email_subject: 'Hello', email_body: '<a href="{{ unsubscribe_url }}">Unsubscribe</a>' };
      const title = `Campaign ${campaign} of ${CAMPAIGNS}`;
      campaigns.push((await product.given.campaign({ ...content, title, lists: [id] })).id);
    }
    const funnels: number[] = [];
    for (let funnel = 0; funnel < FUNNELS; funnel += 1)
      funnels.push(await publish(product, `Funnel ${funnel}`, [emailStep('Welcome'), emailStep('Goodbye')]));

    sink.script = ({ moment }) => (moment === 'dot' ? { afterMs: random(0, 20) } : undefined);
    const start = Promise.all([
      ...campaigns.map((id) => product.client.post(`/campaigns/${id}/send`).expect(200)),
      ...funnels.map((id, funnel) =>
        enroll(
          product,
          id,
          idsWhere((number) => funnelsOf(number) > funnel),
        ),
      ),
    ]);
    for (let kill = 0; kill < KILLS; kill += 1) {
      const before = sink.messages.length;
      await waitUntil('emails arrive', () => sink.messages.length > before + 20);
      await sleep(random(0, 100));
      const worker = product.workers[kill % WORKERS];
      await worker?.kill();
      worker?.start();
    }
    await start;
    for (const id of campaigns) await waitUntilSent(product, id);
    await waitUntilFunnelsRest();

    const got = received();
    const wanted = (number: number): number => campaignsOf(number) + 2 * funnelsOf(number);
    const of = (number: number): number => got.get(memberOf('capped', number)) ?? 0;
    const breaches = numbers.filter((number) => of(number) > CAP);
    const short = numbers.filter((number) => of(number) < Math.min(CAP, wanted(number)));
    const total = numbers.reduce((sum, number) => sum + wanted(number), 0);
    const sent = [...got.values()].reduce((sum, many) => sum + many, 0);
    note('frequency cap', `${sent} of ${total} emails sent, ${breaches.length} breaches, ${short.length} short`);
    expect(breaches).toEqual([]);
    expect(short).toEqual([]);
    const states = await Promise.all(campaigns.map((id) => emailsByState(product.db, id)));
    expect(new Set(states.flatMap((each) => Object.keys(each)))).toEqual(new Set(['sent', 'skipped']));

    // In each further window, the waiting steps send at most three emails to each contact.
    const most: number[] = [];
    for (let before = got; (await count(`funnel_entries WHERE status = 'active'`)) > 0;) {
      await product.db.transaction(async (tx) => {
        await tx.execute(
          `UPDATE email_messages SET sending_at = sending_at - INTERVAL 7 DAY, settled_at = settled_at - INTERVAL 7 DAY,
                  next_attempt_at = next_attempt_at - INTERVAL 7 DAY`,
        );
        await tx.execute('UPDATE funnel_entries SET due_at = due_at - INTERVAL 7 DAY');
      });
      await waitUntilFunnelsRest();
      const after = received();
      most.push(Math.max(...[...after].map(([address, many]) => many - (before.get(address) ?? 0))));
      before = after;
    }
    note('frequency cap', `at most ${most.join(', ')} emails per contact in the following windows`);
    expect(Math.max(...most)).toBe(CAP);
    const emailed = await count(`email_messages WHERE source_type = 'funnel' AND state = 'sent'`);
    expect(emailed).toBe(numbers.reduce((sum, number) => sum + 2 * funnelsOf(number), 0));
    const skipped = await count(`email_messages WHERE state = 'skipped'`);
    expect([...received().values()].reduce((sum, many) => sum + many, 0)).toBe(total - skipped);
  });
});
