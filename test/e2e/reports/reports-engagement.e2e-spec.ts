import { localDay, shiftDay } from '../../../src/platform/clock/local-time.js';
import { type NewEvent, Outbox } from '../../../src/platform/outbox/outbox.js';
import { EmailFacts } from '../../support/builders/email-facts.js';
import { RevenueFacts } from '../../support/builders/revenue-facts.js';
import type { GivenContact } from '../../support/given.js';
import { World } from '../../support/world.js';

const ZONE = 'Europe/Berlin';
const TODAY = localDay(new Date(), ZONE);
const MONTH_AGO = shiftDay(TODAY, -30);
const noon = (day: string): string => `${day}T11:00:00.000Z`;
const times = (many: number, make: () => NewEvent): NewEvent[] => Array.from({ length: many }, make);

interface Ranked {
  readonly rank: number;
  readonly contact: { readonly id: number };
  readonly value: number;
}

describe('engagement reports', () => {
  let world: World;
  let list: { id: number };
  let tag: { id: number };
  let anna: GivenContact;
  let ben: GivenContact;
  let cleo: GivenContact;
  let dave: GivenContact;

  const publishEvents = async (...events: NewEvent[]): Promise<void> => {
    await world.db.transaction((tx) => world.api.get(Outbox, { strict: false }).appendAll(tx, events));
    await world.settle();
  };
  const ask = async (path: string) => (await world.all.get(`/reports/${path}`).expect(200)).body;
  const ranking = async (query: string) =>
    (await ask(`top-subscribers?${query}`)).subscribers.map(({ contact, value }: Ranked) => [contact.id, value]);

  beforeAll(async () => {
    world = await World.start({ env: { APP_TIMEZONE: ZONE } });
    list = await world.given.list();
    tag = await world.given.tag();
    anna = await world.given.contact({ first_name: 'Anna', last_name: 'Ash', tags: [tag.id] });
    ben = await world.given.contact({ lists: [list.id] });
    cleo = await world.given.contact({ lists: [list.id], tags: [tag.id] });
    dave = await world.given.contact();
    const mailTo = (contact: GivenContact): EmailFacts => new EmailFacts({ contact: contact.id });
    await world.given.trackedEvent(anna.id);
    await publishEvents(
      // 3 + 2 * 3 + 2 + 5 = 16 points, of today.
      ...times(3, () => mailTo(anna).opened(noon(TODAY))),
      ...times(2, () => mailTo(anna).clicked(noon(TODAY))),
      new RevenueFacts({ contact: anna.id }).sold(noon(TODAY), 20),
      // 10 * 3 = 30 points, which are now worth 15.
      ...times(10, () => mailTo(ben).clicked(noon(MONTH_AGO))),
      mailTo(ben).clicked(noon(TODAY), false),
      mailTo(ben).touchedByMachine('open'),
      // 1 + 5 = 6 points.
      mailTo(cleo).opened(noon(TODAY)),
      new RevenueFacts({ contact: cleo.id }).sold(noon(TODAY), 500),
      // No activity: an email that was sent, and an order that was canceled.
      mailTo(dave).sent(noon(TODAY)),
      new RevenueFacts({ contact: dave.id }).sold(noon(TODAY), 70),
      new RevenueFacts({ contact: dave.id }).cancelled(noon(TODAY), 70),
    );
  });

  describe('the top subscribers', () => {
    it('are the contacts with the highest scores, with their activity and revenue', async () => {
      expect(await ask('top-subscribers')).toEqual({
        metric: 'engagement',
        // 100 * (1 - 2 ^ -1.6) is 67.0, with 1.5 it is 64.6 and with 0.6 it is 34.0.
        subscribers: [
          {
            rank: 1,
            contact: { id: anna.id, email: anna.email, first_name: 'Anna', last_name: 'Ash', status: 'subscribed' },
            value: 67,
            opens: 3,
            clicks: 2,
            revenue: 20,
            orders: 1,
            last_activity: TODAY,
          },
          expect.objectContaining({
            rank: 2,
            contact: expect.objectContaining({ id: ben.id }),
            value: 65,
            opens: 0,
            clicks: 10,
            revenue: 0,
            orders: 0,
            last_activity: MONTH_AGO,
          }),
          expect.objectContaining({ rank: 3, contact: expect.objectContaining({ id: cleo.id }), value: 34 }),
        ],
        currency: 'EUR',
        meta: {
          from: null,
          to: null,
          timezone: ZONE,
          cached: false,
          generated_at: expect.any(String),
          as_of: expect.any(String),
        },
      });
    });

    it('can be ranked by revenue and by activity, up to the limit', async () => {
      expect(await ranking('metric=revenue')).toEqual([
        [cleo.id, 500],
        [anna.id, 20],
      ]);
      expect(await ranking('metric=activity')).toEqual([
        [ben.id, 10],
        [anna.id, 7],
        [cleo.id, 2],
      ]);
      expect(await ranking('metric=activity&limit=1')).toEqual([[ben.id, 10]]);
      expect(await ranking('metric=revenue&currency=JPY')).toEqual([]);
    });

    it('of a period count only its activity, with scores as of its last day', async () => {
      const then = `start_date=${shiftDay(MONTH_AGO, -3)}&end_date=${MONTH_AGO}`;
      // 30 points: 100 * (1 - 2 ^ -3) is 87.5.
      const body = await ask(`top-subscribers?${then}`);
      expect(body.subscribers).toEqual([
        expect.objectContaining({
          value: 88,
          contact: expect.objectContaining({ id: ben.id }),
          clicks: 10,
          last_activity: MONTH_AGO,
        }),
      ]);
      expect(body.meta).toMatchObject({ to: MONTH_AGO });
      expect(await ranking(`${then}&metric=revenue`)).toEqual([]);
      expect(await ranking(`${then}&metric=activity`)).toEqual([[ben.id, 10]]);
      // 3 days later half of a tenth is gone: 30 * 2 ^ -0.1 = 27.99 points.
      const later = `start_date=${MONTH_AGO}&end_date=${shiftDay(MONTH_AGO, 3)}`;
      expect(await ranking(later)).toEqual([[ben.id, 86]]);
      expect(await ranking('date_range=today')).toEqual([
        [anna.id, 67],
        [cleo.id, 34],
      ]);
      expect(await ranking('date_range=today&metric=revenue')).toEqual([
        [cleo.id, 500],
        [anna.id, 20],
      ]);
      // All of them, as of today: sums of days equal all-time sums.
      expect(await ranking('date_range=90_days')).toEqual(await ranking(''));
    });

    it.each(['engagement', 'activity', 'revenue'])('by %s can be restricted to members', async (metric) => {
      const ids = async (query: string) =>
        (await ranking(`metric=${metric}&${query}`)).map(([id]: [number]) => id).sort((a: number, b: number) => a - b);
      const inList = metric === 'revenue' ? [cleo.id] : [ben.id, cleo.id];
      expect(await ids(`lists[]=${list.id}`)).toEqual(inList);
      expect(await ids(`tags[]=${tag.id}`)).toEqual([anna.id, cleo.id]);
      expect(await ids(`lists[]=${list.id}&tags[]=${tag.id}`)).toEqual([cleo.id]);
      expect(await ids(`lists[]=${list.id}&date_range=today`)).toEqual([cleo.id]);
    });
  });

  describe('the scores', () => {
    it('are distributed over bands, for all contacts', async () => {
      const body = await ask('engagement-scores');
      expect(body).toMatchObject({
        distribution: [
          { from: 0, to: 0, contacts: 1, share: 25 },
          { from: 1, to: 20, contacts: 0, share: 0 },
          { from: 21, to: 40, contacts: 1, share: 25 },
          { from: 41, to: 60, contacts: 0, share: 0 },
          { from: 61, to: 80, contacts: 2, share: 50 },
          { from: 81, to: 100, contacts: 0, share: 0 },
        ],
        // (67 + 65 + 34) / 4, and between 34 and 65.
        average: 41.5,
        median: 49.5,
        total: 4,
        formula: {
          points: { opened: 1, clicked: 3, event: 2, order: 5 },
          half_life_days: 30,
          score: 'round(100 * (1 - 2 ^ (-points / 10)))',
        },
        currency: 'EUR',
        meta: { from: null, to: null },
      });
      expect(body.top).toEqual((await ask('top-subscribers')).subscribers);
    });

    it('can be restricted to members and to a period', async () => {
      // 65 and 34.
      expect(await ask(`engagement-scores?lists[]=${list.id}`)).toMatchObject({
        average: 49.5,
        median: 49.5,
        total: 2,
      });
      const then = await ask(`engagement-scores?start_date=${MONTH_AGO}&end_date=${MONTH_AGO}`);
      expect(then).toMatchObject({ average: 22, median: 0, total: 4, top: [{ value: 88 }] });
      expect(then.distribution[5]).toEqual({ from: 81, to: 100, contacts: 1, share: 25 });
      const both = await ask(`engagement-scores?start_date=${MONTH_AGO}&end_date=${MONTH_AGO}&tags[]=${tag.id}`);
      expect(both).toMatchObject({ average: 0, total: 2, top: [] });
      expect(await ask('engagement-scores?date_range=90_days')).toMatchObject({ average: 41.5, median: 49.5 });
    });
  });

  describe('A/B tests', () => {
    const tested = async (
      title: string,
      [state, winner, confidence]: [string, string | null, number | null],
      variants: readonly (readonly [key: string, sent: number, bounced: number, opened: number, clicked: number])[],
      startedAt = '2026-06-10 10:00:00',
    ): Promise<number> => {
      const contents = variants.map(([key]) => ({ key, subject: `Subject ${key}` }));
      const { id } = await world.given.campaign({
        title,
        email_subject: 'Neutral',
        settings: { ab_test: { variants: contents, metric: 'opens' } },
      });
      await world.db.transaction(async (tx) => {
        await tx.execute('UPDATE campaigns SET started_at = :startedAt WHERE id = :id', { id, startedAt });
        await tx.execute(
          'INSERT INTO campaign_experiments (campaign_id, state, winner, confidence) VALUES (:id, :state, :winner, :confidence)',
          { id, state, winner, confidence },
        );
        for (const [position, [key, sent, bounced, opened, clicked]] of variants.entries()) {
          const { insertId } = await tx.execute(
            `INSERT INTO email_contents (subject, pre_header, html, text, from_name, from_email, tracks_opens)
             VALUES (:subject, '', '', '', '', '', 1)`,
            { subject: `Subject ${key}` },
          );
          await tx.insertRows(
            'campaign_variants',
            ['campaign_id', 'variant_key', 'position', 'content_id', 'sent', 'bounced', 'opened', 'clicked'],
            [[id, key, position, insertId, sent, bounced, opened, clicked]],
          );
        }
      });
      return id;
    };

    it('show the confidence of the leading variant, and agree with the campaign status', async () => {
      const running = await tested(
        'Running',
        ['testing', null, null],
        [
          ['a', 1_000, 0, 100, 10],
          ['b', 1_010, 10, 125, 12],
        ],
      );
      const decided = await tested(
        'Decided',
        ['decided', 'a', 0.8],
        [
          ['a', 100, 0, 30, 0],
          ['b', 100, 0, 0, 0],
        ],
      );
      const silent = await tested(
        'Silent',
        ['choose_winner', null, null],
        [
          ['a', 10, 0, 0, 0],
          ['b', 0, 0, 0, 0],
        ],
      );
      const withoutOrders = { converted: 0, conversion_rate: 0, orders: 0, revenue: 0, currency: null };
      const body = await ask('ab-testing');
      expect(body).toMatchObject({ current_page: 1, per_page: 10, total: 3, meta: { from: null } });
      expect(body.tests.map(({ campaign_id }: { campaign_id: number }) => campaign_id)).toEqual([
        silent,
        decided,
        running,
      ]);
      expect(body.tests[2]).toEqual({
        campaign_id: running,
        title: 'Running',
        metric: 'opens',
        status: 'testing',
        winner: null,
        // z = 0.025 / sqrt(0.1 * 0.9 / 1000 + 0.125 * 0.875 / 1000) = 1.77, and the normal distribution of that.
        confidence: expect.closeTo(0.9617, 2),
        lift: 25,
        variants: [
          {
            key: 'a',
            subject: 'Subject a',
            sent: 1000,
            opened: 100,
            clicked: 10,
            tracked: 1000,
            open_rate: 10,
            click_rate: 1,
            ...withoutOrders,
            // Wilson: (0.1 + 0.00192) / 1.00384 = 0.1015, give or take 0.0186.
            ci_low: 8.3,
            ci_high: 12,
            lift: null,
            confidence: expect.closeTo(0.0383, 2),
          },
          {
            key: 'b',
            subject: 'Subject b',
            sent: 1010,
            opened: 125,
            clicked: 12,
            tracked: 1000,
            open_rate: 12.5,
            click_rate: 1.2,
            ...withoutOrders,
            // (0.125 + 0.00192) / 1.00384 = 0.1264, give or take 0.0205.
            ci_low: 10.6,
            ci_high: 14.7,
            lift: 25,
            confidence: expect.closeTo(0.9617, 2),
          },
        ],
      });
      expect(body.tests[1]).toMatchObject({ status: 'decided', winner: 'a', confidence: 0.8, lift: null });
      expect(body.tests[1].variants[1]).toMatchObject({ open_rate: 0, lift: -100, confidence: null });
      expect(body.tests[0]).toMatchObject({ status: 'choose_winner', winner: null, confidence: null, lift: null });
      expect(body.tests[0].variants[1]).toMatchObject({ open_rate: 0, ci_low: 0, ci_high: 100 });

      const page = await world.all.get(`/campaigns/${running}/status`).expect(200);
      for (const [index, variant] of page.body.subject_analytics.entries()) {
        const { interval, confidence, lift, open_rate } = variant;
        expect(body.tests[2].variants[index]).toMatchObject({
          confidence,
          lift,
          open_rate,
          ci_low: interval.low,
          ci_high: interval.high,
        });
      }

      const second = await ask('ab-testing?per_page=1&page=2');
      expect(second).toMatchObject({ total: 3, last_page: 3, tests: [{ campaign_id: decided }] });
      await world.all.delete(`/campaigns/${silent}`).expect(200);
      expect((await ask('ab-testing')).total).toBe(2);
    });

    it('can be restricted to campaigns that started in a period', async () => {
      const untouched = ['a', 'b'].map((key) => [key, 0, 0, 0, 0] as const);
      const late = await tested('Late', ['testing', null, null], untouched, '2026-07-01 21:59:59');
      await tested('Later', ['testing', null, null], untouched, '2026-07-01 22:00:00');
      const { tests, meta } = await ask('ab-testing?start_date=2026-07-01&end_date=2026-07-01');
      expect(tests).toMatchObject([{ campaign_id: late }]);
      expect(meta).toMatchObject({ from: '2026-07-01', to: '2026-07-01' });
    });
  });

  it('omits deleted contacts immediately', async () => {
    const eve = await world.given.contact();
    await publishEvents(...times(100, () => new EmailFacts({ contact: eve.id }).clicked(noon(TODAY))));
    expect((await ranking('metric=activity'))[0]).toEqual([eve.id, 100]);
    await world.all.delete(`/subscribers/${eve.id}`).expect(200);
    for (const query of ['metric=activity', 'metric=activity&date_range=today', '', 'date_range=today'])
      expect((await ranking(query)).map(([id]: [number]) => id)).not.toContain(eve.id);
    await world.settle();
    const { subscribers } = await ask('top-subscribers?metric=activity');
    expect(subscribers[0]).toMatchObject({ rank: 1, contact: { id: ben.id } });
    expect((await ask('engagement-scores')).total).toBe(4);
  });

  it('names every invalid parameter', async () => {
    for (const [path, query, names] of [
      ['top-subscribers', 'metric=beauty&limit=0&currency=XQQ', ['currency', 'limit', 'metric']],
      ['top-subscribers', 'limit=101', ['limit']],
      ['top-subscribers', 'limit=ten&lists[]=x', ['limit', 'lists']],
      ['top-subscribers', 'date_range=custom', ['end_date', 'start_date']],
      ['engagement-scores', 'date_range=ever&tags[]=x&currency=1', ['currency', 'date_range', 'tags']],
      ['ab-testing', 'page=0&per_page=1001', ['page', 'per_page']],
      ['ab-testing', 'lists[]=1&tags[]=1', ['lists', 'tags']],
    ] as const) {
      const { body } = await world.all.get(`/reports/${path}?${query}`).expect(400);
      expect(body.code).toBe('rest_invalid_param');
      expect(Object.keys(body.data.params).sort()).toEqual(names);
    }
    for (const path of ['top-subscribers', 'engagement-scores', 'ab-testing']) {
      const reversed = await world.all.get(`/reports/${path}?start_date=2026-02-02&end_date=2026-02-01`).expect(400);
      expect(reversed.body.code).toBe('invalid_date_range');
    }
    for (const path of ['top-subscribers', 'engagement-scores'])
      await world.all.get(`/reports/${path}?lists[]=4000000000`).expect(404);
  });

  it('needs view_reports', async () => {
    const [unauthorized, viewer] = [await world.as('view_contacts'), await world.as('view_reports')];
    for (const path of ['top-subscribers', 'engagement-scores', 'ab-testing']) {
      await unauthorized.get(`/reports/${path}`).expect(403);
      await viewer
        .get(`/reports/${path}`)
        .expect(200)
        .expect('X-Cache', /HIT|MISS/);
    }
  });
});
