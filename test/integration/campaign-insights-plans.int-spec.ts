import { World } from '../support/world.js';

const MAILS = 200_000;
/** One in so many. */
const FAILED = 1_000;

describe('the figures of a large campaign', () => {
  let world: World;
  let id: number;

  beforeAll(async () => {
    world = await World.start({ worker: false });
    ({ id } = await world.given.campaign());
    const numbers = Array.from({ length: MAILS }, (_, index) => index + 1);
    const state = (number: number): string =>
      number % FAILED === 0 ? 'failed' : number <= MAILS / 2 ? 'sent' : 'pending';
    await world.db.transaction(async (tx) => {
      await tx.insertRows(
        'email_messages',
        ['source_type', 'source_id', 'recipient_key', 'content_id', 'state'],
        numbers.map((number) => ['campaign', id, String(number), 1, state(number)]),
      );
      const failed = MAILS / FAILED;
      await tx.execute(
        `INSERT INTO sending_tallies (source_type, source_id, shard, enrolled, sent, failed)
         VALUES ('campaign', :id, 0, :MAILS, :sent, :failed)`,
        { id, MAILS, sent: MAILS / 2 - failed / 2, failed },
      );
    });
    await world.db.query('ANALYZE TABLE email_messages');
  });
  afterAll(() => world.stop());

  /** What the route asked of the ledger. */
  async function asked(path: string): Promise<{ sql: string; rows: number; extra: string }[]> {
    const spy = jest.spyOn(world.db, 'query');
    await world.all.get(path).expect(200);
    const questions = spy.mock.calls.filter(([sql]) => sql.includes('email_messages'));
    spy.mockRestore();
    expect(questions).not.toEqual([]);
    return Promise.all(
      questions.map(async ([sql, params]) => {
        const plan = await world.db.query<{ rows: string | null; Extra: string }>(`EXPLAIN ${sql}`, params);
        const extra = plan.map(({ Extra }) => Extra).join('; ');
        return { sql, rows: Math.max(...plan.map(({ rows }) => Number(rows ?? 0))), extra };
      }),
    );
  }

  it('are told without counting its mails', async () => {
    for (const { sql, rows } of await asked(`/campaigns/${id}/status`))
      expect([sql, rows < 1_000]).toEqual([sql, true]);
  });

  it.each([
    ['', MAILS],
    ['&status=failed', MAILS / FAILED],
    ['&filter_type=failed', MAILS / FAILED],
    ['&status=bounced', 0],
    ['&status=pending', MAILS / 2 - MAILS / FAILED / 2],
    ['&cursor=*', MAILS],
  ])('show a page of its mails (%s) without counting or sorting many', async (query, total) => {
    const questions = await asked(`/campaigns/${id}/emails?per_page=10${query}`);
    for (const { sql, rows, extra } of questions) {
      expect(sql).not.toMatch(/^SELECT COUNT\(\*\) AS total/);
      if (extra.includes('filesort')) expect([sql, rows <= 2 * (MAILS / FAILED)]).toEqual([sql, true]);
    }
    const { body } = await world.all.get(`/campaigns/${id}/emails?per_page=10${query}`).expect(200);
    expect(body.emails.total).toBe(total);
    expect(body.emails.data).toHaveLength(Math.min(10, total));
  });

  it('are told as fast as those of a campaign that has no mails', async () => {
    const { id: empty } = await world.given.campaign();
    const took = { large: [] as number[], small: [] as number[] };
    // In turns, because machines are noisy.
    for (let round = 0; round < 40; round += 1)
      for (const [size, of] of [
        ['large', id],
        ['small', empty],
      ] as const) {
        const began = performance.now();
        await world.all.get(`/campaigns/${of}/status`).expect(200);
        took[size].push(performance.now() - began);
      }
    const median = (times: number[]): number => times.sort((a, b) => a - b)[times.length / 2]!;
    expect(median(took.large) / median(took.small)).toBeLessThan(3);
  });
});
