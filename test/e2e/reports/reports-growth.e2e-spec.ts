import { type NewEvent, Outbox } from '../../../src/platform/outbox/outbox.js';
import type { SqlValue } from '../../../src/platform/sql/named-parameters.js';
import { EmailFacts } from '../../support/builders/email-facts.js';
import { World } from '../../support/world.js';

const NOTHING = { new: 0, unsubscribed: 0, bounced: 0, complained: 0, left: 0, net: 0 };
const INACTIVE = { sent: 0, opens: 0, clicks: 0, unsubscribes: 0, events: 0, orders: 0 };
const META = {
  timezone: 'Europe/Berlin',
  generated_at: expect.stringMatching(/Z$/),
  cached: expect.any(Boolean),
  as_of: expect.stringMatching(/Z$/),
};

interface Sum {
  readonly new: number;
  readonly unsubscribed: number;
  readonly bounced: number;
  readonly left: number;
  readonly net: number;
  readonly total: number;
}

type Row = Record<string, unknown> & { readonly date: string };

async function publishEvents(world: World, ...events: NewEvent[]): Promise<void> {
  await world.db.transaction((tx) => world.api.get(Outbox, { strict: false }).appendAll(tx, events));
  await world.settle();
}

async function counted(
  world: World,
  table: string,
  columns: readonly string[],
  rows: readonly (readonly SqlValue[])[],
) {
  await world.db.transaction((tx) => tx.insertRows(table, columns, rows));
}

describe('growth and activity', () => {
  let world: World;
  beforeAll(async () => {
    world = await World.start({ env: { APP_TIMEZONE: 'Europe/Berlin' } });
  });

  const growth = async (query: string) => (await world.all.get(`/reports/subscriber-growth?${query}`).expect(200)).body;
  const activity = async (query: string) =>
    (await world.all.get(`/reports/subscriber-activity?${query}`).expect(200)).body;
  const on = (rows: readonly Row[], date: string): Row | undefined => rows.find((row) => row.date === date);

  describe('subscriber-growth', () => {
    const june = 'start_date=2025-06-01&end_date=2025-06-30';
    let list: number;

    beforeAll(async () => {
      list = (await world.given.list()).id;
      const [ada, bob, eve] = [
        await world.given.contact({ lists: [list] }),
        await world.given.contact({ lists: [list] }),
        await world.given.contact(),
      ];
      await world.settle();
      const figures = [
        'new_subscribed',
        'left_subscribed',
        'unsubscribed_contacts',
        'bounced_contacts',
        'complained_contacts',
      ];
      await counted(
        world,
        'daily_stats',
        ['day', ...figures],
        [
          ['2025-05-31', 6, 0, 0, 0, 0],
          ['2025-06-02', 9, 4, 2, 1, 1],
          ['2025-06-08', 1, 0, 0, 0, 0],
          ['2025-06-30', 2, 3, 3, 0, 0],
          ['2025-07-01', 5, 1, 1, 0, 0],
        ],
      );
      // In October, apart from the other tests. Berlin has 02:00 twice on the 26th: at 00:00 and 01:00 UTC.
      await counted(
        world,
        'hourly_stats',
        ['hour', ...figures],
        [
          ['2025-10-25 22:00:00', 1, 0, 0, 0, 0],
          ['2025-10-26 00:00:00', 2, 0, 0, 0, 0],
          ['2025-10-26 01:00:00', 4, 1, 1, 0, 0],
          ['2025-10-26 23:00:00', 8, 0, 0, 0, 0],
        ],
      );
      await counted(
        world,
        'contact_growth_stats',
        ['hour', 'contact_id', ...figures],
        [
          ['2025-06-01 22:30:00', ada.id, 1, 0, 0, 0, 0],
          ['2025-06-02 10:00:00', bob.id, 1, 0, 0, 0, 0],
          ['2025-06-02 11:00:00', bob.id, 0, 1, 1, 0, 0],
          ['2025-06-02 11:00:00', eve.id, 1, 0, 0, 0, 0],
          ['2025-08-01 11:00:00', ada.id, 0, 1, 0, 1, 0],
        ],
      );
    });

    it('shows every day, with the subscribed contacts at its end', async () => {
      const body = await growth(june);
      expect(body.data).toHaveLength(30);
      // Three are subscribed now and were added today; the net growth of 1 July is 4. So there were 3 - 3 - 4 at the end of June.
      expect(on(body.data, '2025-06-30')).toEqual({
        ...{ date: '2025-06-30', partial: false },
        ...{ new: 2, unsubscribed: 3, bounced: 0, complained: 0, left: 3, net: -1, total: -4 },
      });
      expect(on(body.data, '2025-06-29')).toEqual({ ...NOTHING, date: '2025-06-29', partial: false, total: -3 });
      expect(on(body.data, '2025-06-08')).toMatchObject({ new: 1, net: 1, total: -3 });
      expect(on(body.data, '2025-06-02')).toMatchObject({ bounced: 1, complained: 1, net: 5, total: -4 });
      expect(on(body.data, '2025-06-01')).toMatchObject({ net: 0, total: -9 });
      expect(body.totals).toEqual({ new: 12, unsubscribed: 5, bounced: 1, complained: 1, left: 7, net: 5, total: -4 });
      expect(body.previous).toEqual({ ...NOTHING, new: 6, net: 6, total: -9 });
      expect(body.meta).toEqual({
        ...META,
        ...{ from: '2025-06-01', to: '2025-06-30' },
        compared_with: { from: '2025-05-02', to: '2025-05-31' },
      });
    });

    it('sums days to weeks and months, and marks partial ones', async () => {
      const weeks = await growth(`${june}&group_by=week`);
      expect(weeks.data.map(({ date, net, total, partial }: Row) => [date, net, total, partial])).toEqual([
        ['2025-05-26', 0, -9, true],
        ['2025-06-02', 6, -3, false],
        ['2025-06-09', 0, -3, false],
        ['2025-06-16', 0, -3, false],
        ['2025-06-23', 0, -3, false],
        ['2025-06-30', -1, -4, true],
      ]);
      const months = await growth('start_date=2025-05-31&end_date=2025-07-31&group_by=month&compare_with=none');
      expect(months.data.map(({ date, new: came, total, partial }: Row) => [date, came, total, partial])).toEqual([
        ['2025-05-01', 6, -9, true],
        ['2025-06-01', 12, -4, false],
        ['2025-07-01', 5, 0, false],
      ]);
      expect(months.previous).toBeNull();
      expect(months.meta.compared_with).toBeNull();
    });

    it('shows hours with their UTC offset, with one repeated at the end of daylight saving time', async () => {
      const { data } = await growth('start_date=2025-10-26&end_date=2025-10-26&group_by=hour');
      expect(data).toHaveLength(25);
      const busy = data.filter(({ new: came }: { new: number }) => came > 0);
      expect(busy.map(({ date, new: came, left }: Row) => [date, came, left])).toEqual([
        ['2025-10-26T00:00:00+02:00', 1, 0],
        ['2025-10-26T02:00:00+02:00', 2, 0],
        ['2025-10-26T02:00:00+01:00', 4, 1],
      ]);
      const spring = await growth('start_date=2025-03-30&end_date=2025-03-30&group_by=hour');
      expect(spring.data.map(({ date }: Row) => date)).toEqual(
        expect.not.arrayContaining([expect.stringContaining('T02:')]),
      );
      expect(spring.data).toHaveLength(23);
    });

    it('restricts days and hours to current members', async () => {
      const body = await growth(`${june}&lists[]=${list}`);
      // Both are subscribed and were added today; one has left since June, which makes 2 - 2 + 1 at its end.
      expect(body.totals).toEqual({ new: 2, unsubscribed: 1, bounced: 0, complained: 0, left: 1, net: 1, total: 1 });
      expect(on(body.data, '2025-06-02')).toMatchObject({ new: 2, left: 1, total: 1 });
      expect(on(body.data, '2025-06-01')).toMatchObject({ new: 0, total: 0 });
      const hours = await growth(`start_date=2025-06-02&end_date=2025-06-02&group_by=hour&lists[]=${list}`);
      expect(on(hours.data, '2025-06-02T12:00:00+02:00')).toMatchObject({ new: 1, left: 0, total: 2 });
      expect(on(hours.data, '2025-06-02T13:00:00+02:00')).toMatchObject({ new: 0, left: 1, unsubscribed: 1, total: 1 });
    });

    it('agrees with the actual changes for every interval', async () => {
      const before: Sum = (await growth('date_range=today')).totals;
      const pending = await world.given.contact({ status: 'pending' });
      const leaving = await world.given.contact();
      const bouncing = await world.given.contact();
      const deleted = await world.given.contact();
      const become = (id: number, status: string) =>
        world.all.put(`/subscribers/${id}`).send({ subscriber: { status } }).expect(200);
      await become(pending.id, 'subscribed');
      await become(leaving.id, 'unsubscribed');
      await become(bouncing.id, 'bounced');
      await world.all.delete(`/subscribers/${deleted.id}`).expect(200);
      await world.settle();
      for (const stretch of ['hour', 'day', 'week', 'month']) {
        const { data, totals } = await growth(`date_range=today&group_by=${stretch}`);
        expect(totals).toEqual({
          new: before.new + 4,
          unsubscribed: before.unsubscribed + 1,
          bounced: before.bounced + 1,
          complained: 0,
          left: before.left + 3,
          net: before.net + 1,
          total: before.total + 1,
        });
        const came = data.reduce((sum: number, row: { new: number }) => sum + row.new, 0);
        expect([came, data.at(-1).total]).toEqual([totals.new, totals.total]);
      }
      const { body: overview } = await world.all.get('/reports/overview?date_range=today').expect(200);
      expect(overview).toMatchObject({
        total_subscribers: before.total + 1,
        subscriber_growth: { current_period: before.new + 4 },
      });
    });

    it.each([
      ['group_by=year', { group_by: 'must be one of: hour, day, week, month' }],
      ['group_by=hour&start_date=2025-01-01&end_date=2025-04-01', { group_by: 'hour is for at most 90 days' }],
      ['group_by=hour&date_range=12_months', { group_by: 'hour is for at most 90 days' }],
      ['start_date=2000-01-01&end_date=2015-01-01', { end_date: expect.stringContaining('3660') }],
      ['date_range=custom', { start_date: 'is required', end_date: 'is required' }],
      ['lists[]=none', { lists: 'must hold ids only' }],
    ])('refuses %s', async (query, params) => {
      const { body } = await world.all.get(`/reports/subscriber-growth?${query}`).expect(400);
      expect(body).toMatchObject({ code: 'rest_invalid_param', data: { params } });
    });

    it('allows 90 days by hour', async () => {
      const { data } = await growth('group_by=hour&date_range=90_days');
      expect(data.length).toBeGreaterThanOrEqual(90 * 24 - 1);
    });
  });

  describe('subscriber-activity', () => {
    // 4 August 2025 is a Monday.
    const week = 'start_date=2025-08-04&end_date=2025-08-10';
    let list: number;
    let reader: { id: number; email: string };

    beforeAll(async () => {
      list = (await world.given.list()).id;
      reader = await world.given.contact({ lists: [list], first_name: 'Ada' });
      const other = await world.given.contact();
      const [mail, second] = [
        new EmailFacts({ contact: reader.id, campaign: 77 }),
        new EmailFacts({ contact: other.id, campaign: 77 }),
      ];
      await publishEvents(
        world,
        mail.sent('2025-08-04T07:00:00.000Z'),
        second.sent('2025-08-04T07:00:01.000Z'),
        mail.opened('2025-08-05T21:59:59.000Z'),
        second.opened('2025-08-05T22:00:00.000Z'),
        mail.clicked('2025-08-06T10:00:00.000Z'),
        mail.clicked('2025-08-06T11:00:00.000Z', false),
        second.touchedByMachine('click'),
        second.unsubscribed('2025-08-10T12:00:00.000Z'),
        new EmailFacts().sent('2025-07-30T10:00:00.000Z'),
      );
    });

    it('shows activity by day, hour, and weekday', async () => {
      const body = await activity(week);
      expect(body.data).toEqual([
        { ...INACTIVE, date: '2025-08-04', sent: 2 },
        { ...INACTIVE, date: '2025-08-05', opens: 1 },
        { ...INACTIVE, date: '2025-08-06', opens: 1, clicks: 1 },
        { ...INACTIVE, date: '2025-08-07' },
        { ...INACTIVE, date: '2025-08-08' },
        { ...INACTIVE, date: '2025-08-09' },
        { ...INACTIVE, date: '2025-08-10', unsubscribes: 1 },
      ]);
      expect(body.totals).toEqual({ ...INACTIVE, sent: 2, opens: 2, clicks: 1, unsubscribes: 1 });
      expect(body.previous).toEqual({ ...INACTIVE, sent: 1 });
      expect(body.by_hour).toHaveLength(24);
      expect(body.by_hour[9]).toEqual({ ...INACTIVE, hour: 9, sent: 2 });
      expect(body.by_hour[23]).toEqual({ ...INACTIVE, hour: 23, opens: 1 });
      expect(body.by_hour[0]).toEqual({ ...INACTIVE, hour: 0, opens: 1 });
      expect(body.by_weekday).toEqual([
        { ...INACTIVE, weekday: 1, sent: 2 },
        { ...INACTIVE, weekday: 2, opens: 1 },
        { ...INACTIVE, weekday: 3, opens: 1, clicks: 1 },
        ...[4, 5, 6].map((weekday) => ({ ...INACTIVE, weekday })),
        { ...INACTIVE, weekday: 7, unsubscribes: 1 },
      ]);
      expect(body.meta).toEqual({
        ...META,
        ...{ from: '2025-08-04', to: '2025-08-10' },
        compared_with: { from: '2025-07-28', to: '2025-08-03' },
      });
    });

    it('can be restricted to current members, without hours', async () => {
      const body = await activity(`${week}&lists[]=${list}`);
      expect(body.totals).toEqual({ ...INACTIVE, sent: 1, opens: 1, clicks: 1 });
      expect(body.by_hour).toBeNull();
      expect(body.by_weekday[2]).toEqual({ ...INACTIVE, weekday: 3, clicks: 1 });
      expect(body.previous).toEqual(INACTIVE);
      expect(new Set(body.recent.map(({ contact }: { contact: { id: number } }) => contact.id))).toEqual(
        new Set([reader.id]),
      );
    });

    it('includes machine activity on request', async () => {
      const plain = await activity('date_range=today');
      const all = await activity('date_range=today&include_machine=yes');
      expect(all.totals).toEqual({ ...plain.totals, clicks: Number(plain.totals.clicks) + 1 });
    });

    it('shows the newest activity of existing contacts', async () => {
      await world.given.trackedEvent(reader.id, { event_key: 'seen', title: 'Looked' });
      await world.given.order({ contact_id: reader.id, external_id: 'growth-1', total: 12.5 });
      await world.db.transaction((tx) =>
        tx.execute(
          `INSERT INTO email_links (id, content_id, position, url) VALUES (1, 1, 0, 'https://example.com/?for={{ contact.email }}')`,
        ),
      );
      const gone = await world.given.contact();
      await world.given.trackedEvent(gone.id, { event_key: 'left', title: 'Went' });
      await world.all.delete(`/subscribers/${gone.id}`).expect(200);
      await world.settle();
      const body = await activity('date_range=today');
      expect(body.totals).toMatchObject({ events: 2, orders: 1 });
      const contact = { id: reader.id, email: reader.email, first_name: 'Ada', last_name: null };
      const at = expect.stringMatching(/Z$/);
      expect(body.recent.slice(0, 4)).toEqual([
        { type: 'event_tracked', at, contact: null, detail: { event_key: 'left', title: 'Went' } },
        {
          ...{ type: 'order_created', at, contact },
          detail: { order_id: expect.any(Number), total: 12.5, currency: 'EUR' },
        },
        { type: 'event_tracked', at, contact, detail: { event_key: 'seen', title: 'Looked' } },
        {
          ...{ type: 'unsubscribed', at: '2025-08-10T12:00:00.000Z', contact: expect.any(Object) },
          detail: { email_id: expect.any(Number), campaign_id: 77, funnel_id: null, method: 'one_click' },
        },
      ]);
      expect(body.recent[4]).toMatchObject({
        ...{ type: 'clicked', at: '2025-08-06T11:00:00.000Z' },
        // As it was written: values of the recipient would outlive the contact.
        detail: { url: 'https://example.com/?for={{ contact.email }}' },
      });
      const narrowed = await activity(`date_range=today&lists[]=${list}`);
      expect(narrowed.totals).toMatchObject({ events: 1, orders: 1 });
      expect(narrowed.recent[0]).toMatchObject({ type: 'order_created', contact });
    });

    it('shows at most 20 activities', async () => {
      const emails = Array.from({ length: 25 }, () => new EmailFacts({ contact: reader.id }));
      await publishEvents(world, ...emails.map((mail) => mail.opened('2025-09-01T10:00:00.000Z')));
      expect((await activity('')).recent).toHaveLength(20);
    });
  });

  it.each(['subscriber-growth', 'subscriber-activity'])('%s needs view_reports', async (report) => {
    await (await world.as('view_contacts')).get(`/reports/${report}`).expect(403);
    await (await world.as('view_reports')).get(`/reports/${report}`).expect(200);
    for (const filter of ['lists[]=4000000000', 'tags[]=4000000000'])
      await world.all.get(`/reports/${report}?${filter}`).expect(404);
    const reversed = await world.all.get(`/reports/${report}?start_date=2026-02-02&end_date=2026-02-01`).expect(400);
    expect(reversed.body.code).toBe('invalid_date_range');
    const { headers } = await world.all.get(`/reports/${report}?date_range=7_days`).expect(200);
    expect(headers['x-cache']).toMatch(/HIT|MISS/);
  });
});
