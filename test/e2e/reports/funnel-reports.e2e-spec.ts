import { type NewEvent, Outbox } from '../../../src/platform/outbox/outbox.js';
import type { SqlValue } from '../../../src/platform/sql/named-parameters.js';
import { EmailFacts } from '../../support/builders/email-facts.js';
import { draftedFunnel, newVersion } from '../../support/builders/funnel-facts.js';
import { waitUntil } from '../../support/wait-until.js';
import { World } from '../../support/world.js';

describe('funnel reports', () => {
  let world: World;
  beforeAll(async () => {
    world = await World.start({
      env: {
        APP_TIMEZONE: 'Europe/Berlin',
        RATE_LIMIT_REPORTS_PER_MINUTE: '10000',
        RATE_LIMIT_LIVE_PER_MINUTE: '20000',
      },
    });
  });

  const report = async (path: string) => (await world.all.get(path).expect(200)).body;
  const execute = (sql: string, params: Record<string, SqlValue>): Promise<unknown> =>
    world.db.transaction((tx) => tx.execute(sql, params));
  const publishEvents = async (...events: NewEvent[]): Promise<void> => {
    await world.db.transaction((tx) => world.api.get(Outbox, { strict: false }).appendAll(tx, events));
    await world.settle();
  };
  const entered = (id: number, [all, completed, cancelled]: [number, number, number]) =>
    execute('INSERT INTO funnel_counts VALUES (:id, :all, :completed, :cancelled)', { id, all, completed, cancelled });
  const stepCounts = (id: number, [all, completed, skipped, failed, abandoned]: number[]) =>
    execute('INSERT INTO funnel_step_counts VALUES (:id, :all, :completed, :skipped, :failed, :abandoned)', {
      id,
      all: all ?? 0,
      completed: completed ?? 0,
      skipped: skipped ?? 0,
      failed: failed ?? 0,
      abandoned: abandoned ?? 0,
    });
  const meta = {
    timezone: 'Europe/Berlin',
    generated_at: expect.any(String),
    cached: expect.any(Boolean),
    as_of: expect.any(String),
  };

  /** Two emails with a wait between them; a new version added the second one and dropped an older one. */
  async function welcome() {
    const { id, steps } = await draftedFunnel(world.db, {
      title: 'Welcome',
      steps: [
        { title: 'Hello', action: 'send_custom_email' },
        { title: 'A first try', action: 'send_custom_email' },
      ],
    });
    const [hello, tried] = steps as [number, number];
    const [, wait, offer] = (await newVersion(world.db, id, [
      { id: hello, title: 'Hello again', action: 'send_custom_email' },
      { title: 'A day', action: 'wait_times' },
      { title: 'Offer', action: 'send_campaign_email' },
    ])) as [number, number, number];
    await entered(id, [12, 8, 1]);
    await execute(
      `INSERT INTO funnel_exits VALUES (:id, 'unsubscribed', 1), (:id, 'goal_reached', 3), (:other, 'unsubscribed', 9)`,
      { id, other: id + 1_000 },
    );
    return { id, hello, tried, wait, offer };
  }

  it('count entries, exits, and email results of each step, including steps of earlier versions', async () => {
    const { id, hello, tried, offer } = await welcome();
    const [first, second, third] = [hello, hello, hello].map((step) => new EmailFacts({ funnel: id, step })) as [
      EmailFacts,
      EmailFacts,
      EmailFacts,
    ];
    await publishEvents(
      first.sent('2026-06-10T10:00:00.000Z'),
      second.sent('2026-06-10T10:00:00.000Z'),
      third.bounced('2026-06-10T10:00:00.000Z', 'smtp'),
      first.opened('2026-06-11T10:00:00.000Z'),
      first.clicked('2026-06-11T10:00:00.000Z'),
      first.clicked('2026-06-11T11:00:00.000Z', false),
      second.touchedByMachine('open'),
      new EmailFacts({ funnel: id, step: tried }).sent('2026-05-31T22:00:00.000Z'),
    );

    const revenue = { total: 0, orders: 0, currency: null };
    const rates = { sent: 3, tracked: 3, opened: 1, clicked: 1, open_rate: 33.3, click_rate: 33.3, revenue };
    const none = { sent: 0, tracked: 0, opened: 0, clicked: 0, open_rate: 0, click_rate: 0, revenue };
    const figures = {
      funnel_id: id,
      funnel_title: 'Welcome',
      subscribers: { total_entered: 12, currently_active: 3, completed: 8, completion_rate: 66.7 },
      sequence_performance: [
        { sequence_id: hello, title: 'Hello again', ...rates },
        { sequence_id: offer, title: 'Offer', ...none },
        { sequence_id: tried, title: 'A first try', ...none, sent: 1, tracked: 1 },
      ],
      exits: [
        { reason: 'goal_reached', total: 3 },
        { reason: 'unsubscribed', total: 1 },
      ],
      revenue,
    };
    const whole = { ...figures, meta: { ...meta, from: '2026-06-01', to: expect.any(String) } };
    expect(await report(`/reports/funnels/${id}`)).toEqual(whole);
    expect(await report(`/funnels/${id}/report`)).toEqual(whole);
    expect((await report('/reports/funnels')).funnels).toMatchObject({ total: 1, data: [figures] });

    const withMachines = await report(`/reports/funnels/${id}?include_machine=yes`);
    expect(withMachines.sequence_performance[0]).toMatchObject({ opened: 2, open_rate: 66.7, clicked: 1 });
  });

  it('show how many contacts completed each step, and how long that took', async () => {
    const { id, hello, tried, wait, offer } = await welcome();
    await stepCounts(hello, [12, 9, 2, 1, 0]);
    await stepCounts(wait, [12, 6, 0, 0, 3]);
    await stepCounts(tried, [4, 4, 0, 0, 0]);
    const runs = (step: number, outcome: string, seconds: readonly number[]): Promise<unknown> =>
      world.db.transaction((tx) =>
        tx.insertRows(
          'funnel_step_runs',
          ['entry_id', 'step_id', 'outcome', 'arrived_at', 'ran_at'],
          seconds.map((took, index) => {
            const ranAt = Date.UTC(2026, 5, 10) + index * 1_000;
            return [
              index + (outcome === 'done' ? 1 : 5_000),
              step,
              outcome,
              new Date(ranAt - took * 1_000),
              new Date(ranAt),
            ];
          }),
        ),
      );
    await runs(hello, 'done', [1, 3, 7.6, 100]);
    await runs(hello, 'skipped', [100_000, 100_000, 100_000]);
    // Only the last 1,000 runs count.
    await runs(wait, 'done', [...Array<number>(600).fill(5), ...Array<number>(1_000).fill(86_400)]);

    const body = await report(`/funnels/${id}/conversion-rates`);
    expect(body.steps).toEqual([
      { sequence_id: hello, title: 'Hello again', entered: 12, converted: 9, conversion_rate: 75, median_seconds: 5 },
      { sequence_id: wait, title: 'A day', entered: 12, converted: 6, conversion_rate: 50, median_seconds: 86_400 },
      { sequence_id: offer, title: 'Offer', entered: 0, converted: 0, conversion_rate: 0, median_seconds: null },
      {
        sequence_id: tried,
        title: 'A first try',
        entered: 4,
        converted: 4,
        conversion_rate: 100,
        median_seconds: null,
      },
    ]);
    expect(body.subscribers).toEqual({ total_entered: 12, currently_active: 3, completed: 8, completion_rate: 66.7 });
    const { meta: of, ...figures } = await report(`/reports/funnels/${id}/conversion-stats`);
    expect({ ...figures, meta: of }).toEqual({ ...body, meta: { ...body.meta, cached: true } });
  });

  it('can be restricted to emails of some days, by local day', async () => {
    const { id, hello } = await welcome();
    const mail = new EmailFacts({ funnel: id, step: hello });
    await publishEvents(
      // In Berlin both are on the next day.
      mail.sent('2026-02-27T23:30:00.000Z'),
      mail.opened('2026-02-28T23:30:00.000Z'),
    );
    const statsOf = async (days: string) => {
      const { sequence_performance, meta: of } = await report(`/reports/funnels/${id}/conversion-stats?${days}`);
      const { sent, opened } = sequence_performance[0];
      return { sent, opened, from: of.from, to: of.to };
    };
    expect(await statsOf('start_date=2026-02-28&end_date=2026-02-28')).toEqual({
      sent: 1,
      opened: 0,
      from: '2026-02-28',
      to: '2026-02-28',
    });
    expect(await statsOf('start_date=2026-03-01&end_date=2026-03-31')).toMatchObject({ sent: 0, opened: 1 });
    expect(await statsOf('')).toEqual({ sent: 1, opened: 1, from: '2026-02-28', to: '2026-03-01' });
    expect(await statsOf('date_range=yesterday')).toMatchObject({ sent: 0, opened: 0 });

    const missing = await world.all.get(`/reports/funnels/${id}/conversion-stats?date_range=custom`).expect(400);
    expect(missing.body).toMatchObject({
      code: 'rest_invalid_param',
      data: { params: { start_date: 'is required', end_date: 'is required' } },
    });
    const reversed = await world.all
      .get(`/funnels/${id}/conversion-rates?start_date=2026-02-02&end_date=2026-02-01`)
      .expect(400);
    expect(reversed.body.code).toBe('invalid_date_range');
  });

  it('are cached until something is counted, except for entries, exits, and titles', async () => {
    const { id, hello } = await welcome();
    const path = `/reports/funnels/${id}`;
    await world.all.get(path).expect(200).expect('X-Cache', 'MISS');
    await execute('UPDATE funnel_counts SET entered = 20 WHERE funnel_id = :id', { id });
    await execute(`UPDATE funnels SET title = 'Renamed' WHERE id = :id`, { id });
    const { body } = await world.all.get(path).expect(200).expect('X-Cache', 'HIT').expect('Age', /^\d+$/);
    expect(body).toMatchObject({ funnel_title: 'Renamed', subscribers: { total_entered: 20, currently_active: 11 } });

    await publishEvents(new EmailFacts({ funnel: id, step: hello }).sent('2026-06-10T10:00:00.000Z'));
    const counted = await world.all.get(path).expect(200).expect('X-Cache', 'MISS');
    expect(counted.body.sequence_performance[0].sent).toBe(1);
  });

  it('show live who waits at which step, and entries and completions of the last hour', async () => {
    const { id, hello, tried, wait } = await welcome();
    await stepCounts(hello, [12, 10, 1, 0, 0]);
    await stepCounts(wait, [10, 6, 0, 0, 1]);
    await stepCounts(tried, [4, 2, 0, 0, 0]);
    const at = (minutes: number): Date => new Date(Date.now() + minutes * 60_000);
    await world.db.transaction((tx) =>
      tx.insertRows(
        'funnel_entries',
        ['funnel_id', 'contact_id', 'version_id', 'next_step_id', 'arrived_at', 'due_at', 'entered_at'],
        [
          // Due, but a draft does not run.
          [id, 1, 1, hello, at(-90), at(-1), at(-90)],
          [id, 2, 1, wait, at(-90), at(60), at(-90)],
          [id, 3, 1, wait, at(-90), null, at(-90)],
          [id, 4, 1, wait, at(-90), at(-5), at(-90)],
          [id, 5, 1, null, at(-90), at(-5), at(-90)],
          [id + 1_000, 6, 1, hello, at(-90), at(-5), at(-90)],
        ],
      ),
    );
    await world.db.transaction((tx) =>
      tx.insertRows(
        'domain_events',
        ['uid', 'type', 'subject_type', 'subject_id', 'data', 'state', 'occurred_at'],
        [
          ['added', id, -50],
          ['added', id, -10],
          ['added', id, -61],
          ['added', id + 1_000, -10],
          ['completed', id, -1],
          ['exited', id, -1],
        ].map(([what, funnel, minutes], index) => [
          `L${id}${index}`.padEnd(26, '0'),
          `funnel.subscriber_${what!}`,
          'funnel',
          Number(funnel),
          '{}',
          'carried',
          at(Number(minutes)),
        ]),
      ),
    );
    const body = await report(`/reports/funnels/${id}/live`);
    expect(body).toEqual({
      funnel_id: id,
      active: 3,
      waiting: 4,
      entered_last_hour: 2,
      completed_last_hour: 1,
      by_sequence: [
        { sequence_id: hello, title: 'Hello again', waiting: 0 },
        { sequence_id: wait, title: 'A day', waiting: 2 },
        { sequence_id: expect.any(Number), title: 'Offer', waiting: 0 },
        { sequence_id: tried, title: 'A first try', waiting: 2 },
      ],
      as_of: body.meta.generated_at,
      meta: { ...meta, from: null, to: null },
    });
  });

  it('have a separate rate limit for live figures', async () => {
    const { id } = await draftedFunnel(world.db, { title: 'Watched' });
    const limitOf = async (path: string): Promise<unknown> =>
      (await world.all.get(path).expect(200)).headers['ratelimit-limit'];
    // On a busy machine, a request may pass uncounted.
    for (const [path, limit] of [
      [`/reports/funnels/${id}/live`, '20000'],
      [`/reports/funnels/${id}`, '10000'],
    ] as const)
      await waitUntil(`${path} is limited to ${limit}`, async () => (await limitOf(path)) === limit);
  });

  it('are listed by page or cursor, newest funnel first', async () => {
    const made: number[] = [];
    for (const title of ['One', 'Two', 'Three']) made.push((await draftedFunnel(world.db, { title })).id);
    const gone = await draftedFunnel(world.db, { title: 'Gone' });
    await execute('UPDATE funnels SET deleted_at = NOW(3) WHERE id = :id', { id: gone.id });
    const [one, two, three] = made;

    const { funnels } = await report('/reports/funnels?per_page=2');
    const idsOf = ({ data }: { data: { funnel_id: number }[] }): number[] => data.map(({ funnel_id }) => funnel_id);
    expect(idsOf(funnels)).toEqual([three, two]);
    expect(funnels).toMatchObject({ current_page: 1, per_page: 2, from: 1, to: 2, prev_page_url: null });
    expect(funnels.data[0]).toEqual({
      funnel_id: three,
      funnel_title: 'Three',
      subscribers: { total_entered: 0, currently_active: 0, completed: 0, completion_rate: 0 },
      sequence_performance: [],
      exits: [],
      revenue: { total: 0, orders: 0, currency: null },
    });
    expect(idsOf((await report('/reports/funnels?per_page=2&page=2')).funnels)[0]).toBe(one);
    expect((await report('/reports/funnels?page=1000')).funnels.data).toEqual([]);

    const walked: number[] = [];
    for (let cursor: string | null = '*'; cursor !== null;) {
      const { body } = await world.all.get(`/reports/funnels?per_page=2&cursor=${cursor}`).expect(200);
      walked.push(...idsOf(body.funnels));
      cursor = body.funnels.next_cursor as string | null;
    }
    expect(walked).toEqual(idsOf((await report('/reports/funnels?per_page=1000')).funnels));
    expect(walked.slice(0, 3)).toEqual([three, two, one]);
    await world.all.get('/reports/funnels?cursor=x').expect(400);
  });

  it('are 404 for an unknown funnel, a deleted funnel, and an invalid id', async () => {
    const { id } = await draftedFunnel(world.db, { title: 'Short' });
    await world.all.get(`/reports/funnels/${id}/live`).expect(200);
    await execute('UPDATE funnels SET deleted_at = NOW(3) WHERE id = :id', { id });
    for (const gone of [id, 4_000_000_000, 0, 'abc'])
      for (const path of [
        `/reports/funnels/${gone}`,
        `/reports/funnels/${gone}/conversion-stats`,
        `/reports/funnels/${gone}/live`,
        `/funnels/${gone}/report`,
        `/funnels/${gone}/conversion-rates`,
      ]) {
        const { body } = await world.all.get(path).expect(404);
        expect(body).toMatchObject({ code: 'rest_post_invalid_id', message: 'Invalid funnel ID.' });
      }
  });

  it('are visible under reports with view_reports, and under funnels with permission for funnels', async () => {
    const { id } = await draftedFunnel(world.db, { title: 'Guarded' });
    const [reports, contacts, campaigns] = [
      await world.as('view_reports'),
      await world.as('view_contacts'),
      await world.as('manage_campaigns'),
    ];
    for (const path of [`/reports/funnels`, `/reports/funnels/${id}`, `/reports/funnels/${id}/live`]) {
      await reports.get(path).expect(200);
      for (const other of [contacts, campaigns]) await other.get(path).expect(403);
    }
    for (const path of [`/funnels/${id}/report`, `/funnels/${id}/conversion-rates`]) {
      await reports.get(path).expect(403);
      for (const other of [contacts, campaigns]) await other.get(path).expect(200);
    }
  });
});
