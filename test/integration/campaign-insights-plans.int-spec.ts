import { explain, worstOf } from '../support/explain.js';
import { queriesOf, rowsReadFor } from '../support/rows-read.js';
import { World } from '../support/world.js';

const EMAILS = 200_000;
/** One email in this number failed. */
const FAILED = 1_000;

describe('queries for the figures of a large campaign', () => {
  let world: World;
  let id: number;

  beforeAll(async () => {
    world = await World.start({ worker: false });
    ({ id } = await world.given.campaign());
    const numbers = Array.from({ length: EMAILS }, (_, index) => index + 1);
    const state = (number: number): string =>
      number % FAILED === 0 ? 'failed' : number <= EMAILS / 2 ? 'sent' : 'pending';
    await world.db.transaction(async (tx) => {
      await tx.insertRows(
        'email_messages',
        ['source_type', 'source_id', 'recipient_key', 'content_id', 'state'],
        numbers.map((number) => ['campaign', id, String(number), 1, state(number)]),
      );
      const failed = EMAILS / FAILED;
      await tx.execute(
        `INSERT INTO sending_tallies (source_type, source_id, shard, enrolled, sent, failed)
         VALUES ('campaign', :id, 0, :EMAILS, :sent, :failed)`,
        { id, EMAILS, sent: EMAILS / 2 - failed / 2, failed },
      );
    });
    await world.db.query('ANALYZE TABLE email_messages');
  });

  /** Requests the path. @returns the plans of its queries on the ledger. */
  async function plansOf(path: string): Promise<{ sql: string; rows: number; extra: string }[]> {
    const sent = await queriesOf(world.db, () => world.all.get(path).expect(200));
    const queries = sent.filter(({ sql }) => sql.includes('email_messages'));
    expect(queries).not.toEqual([]);
    return Promise.all(
      queries.map(async ({ sql, params }) => ({ sql, ...worstOf(await explain(world.db, sql, params)) })),
    );
  }

  it('do not count its emails', async () => {
    for (const { sql, rows } of await plansOf(`/campaigns/${id}/status`))
      expect([sql, rows < 1_000]).toEqual([sql, true]);
  });

  it.each([
    ['', EMAILS],
    ['&status=failed', EMAILS / FAILED],
    ['&filter_type=failed', EMAILS / FAILED],
    ['&status=bounced', 0],
    ['&status=pending', EMAILS / 2 - EMAILS / FAILED / 2],
    ['&cursor=*', EMAILS],
  ])('read a page of its emails (%s) without counting or sorting many rows', async (query, total) => {
    const plans = await plansOf(`/campaigns/${id}/emails?per_page=10${query}`);
    for (const { sql, rows, extra } of plans) {
      expect(sql).not.toMatch(/^SELECT COUNT\(\*\) AS total/);
      if (extra.includes('filesort')) expect([sql, rows <= 2 * (EMAILS / FAILED)]).toEqual([sql, true]);
    }
    const { body } = await world.all.get(`/campaigns/${id}/emails?per_page=10${query}`).expect(200);
    expect(body.emails.total).toBe(total);
    expect(body.emails.data).toHaveLength(Math.min(10, total));
  });

  it('read as few rows as those of a campaign without emails', async () => {
    const { id: empty } = await world.given.campaign();
    const rowsOf = async (campaign: number): Promise<number> =>
      rowsReadFor(
        world.db,
        await queriesOf(world.db, () => world.all.get(`/campaigns/${campaign}/status`).expect(200)),
      );
    expect(await rowsOf(id)).toBeLessThan((await rowsOf(empty)) + 100);
  });
});
