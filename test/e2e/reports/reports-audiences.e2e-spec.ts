import { type NewEvent, Outbox } from '../../../src/platform/outbox/outbox.js';
import { EmailFacts } from '../../support/builders/email-facts.js';
import type { GivenContact, GivenLabel } from '../../support/given.js';
import { World } from '../../support/world.js';

const META = {
  timezone: 'Europe/Berlin',
  generated_at: expect.stringMatching(/Z$/),
  cached: expect.any(Boolean),
  as_of: expect.stringMatching(/Z$/),
};
const week = 'start_date=2025-08-04&end_date=2025-08-10';

interface Group {
  readonly key: number | string | null;
  readonly label: string;
  readonly size: number;
}

/**
 * Six contacts. News has ada, bob, and eve; offers has bob and eve; the tag has ada and flo; dan is deleted. In the week, ada
 * gets two emails and opens one, bob gets one, opens it, and clicks, eve gets one and opts out, flo gets one.
 */
describe('lists, tags and other groups of contacts', () => {
  let world: World;
  let news: GivenLabel, offers: GivenLabel, empty: GivenLabel, vip: GivenLabel;
  let ada: GivenContact, bob: GivenContact, eve: GivenContact, flo: GivenContact;

  const get = async (path: string) => (await world.all.get(`/reports/${path}`).expect(200)).body;
  const publishEvents = async (...events: NewEvent[]): Promise<void> => {
    await world.db.transaction((tx) => world.api.get(Outbox, { strict: false }).appendAll(tx, events));
    await world.settle();
  };

  beforeAll(async () => {
    world = await World.start({ env: { APP_TIMEZONE: 'Europe/Berlin' } });
    [news, offers, empty] = [
      await world.given.list({ title: 'News' }),
      await world.given.list({ title: 'Offers' }),
      await world.given.list({ title: 'Empty' }),
    ];
    vip = await world.given.tag({ title: 'VIP' });
    const contact = (name: string, wanted: Record<string, unknown>) =>
      world.given.contact({ email: `${name}@Example.COM`, ...wanted });
    ada = await contact('ada', { lists: [news.id], tags: [vip.id], country: 'DE' });
    bob = await contact('bob', { lists: [news.id, offers.id], country: 'DE' });
    eve = await contact('eve', { lists: [news.id, offers.id], country: 'FR', status: 'unsubscribed' });
    flo = await contact('flo', { email: 'flo@firm.example', tags: [vip.id] });
    const dan = await contact('dan', { lists: [news.id], country: 'DE' });
    await world.given.contact({ email: 'guy@firm.example' });

    const sent = '2025-08-04T10:00:00.000Z';
    const emails = [ada, ada, bob, eve, flo, dan].map(({ id }) => new EmailFacts({ contact: id })) as [
      EmailFacts,
      EmailFacts,
      EmailFacts,
      EmailFacts,
      EmailFacts,
      EmailFacts,
    ];
    await publishEvents(
      ...emails.map((mail) => mail.sent(sent)),
      emails[0].opened('2025-08-05T10:00:00.000Z'),
      emails[2].opened('2025-08-05T10:00:00.000Z'),
      emails[2].clicked('2025-08-05T10:00:00.000Z'),
      emails[3].unsubscribed('2025-08-10T10:00:00.000Z'),
      emails[5].opened('2025-08-05T10:00:00.000Z'),
      // Outside the week.
      new EmailFacts({ contact: ada.id }).sent('2025-08-03T10:00:00.000Z'),
      new EmailFacts({ contact: ada.id }).sent('2025-08-11T10:00:00.000Z'),
    );
    await world.all.delete(`/subscribers/${dan.id}`).expect(200);
    const order = (id: number, number: number, total: number, currency: string, at = sent) =>
      world.given.order({ contact_id: id, external_id: `aud-${number}`, total, currency, ordered_at: at });
    await order(ada.id, 1, 20.5, 'EUR');
    await order(bob.id, 2, 10, 'EUR');
    await order(bob.id, 3, 1_000, 'JPY');
    await order(ada.id, 4, 99, 'EUR', '2025-08-11T10:00:00.000Z');
    await world.settle();
  });

  describe('lists and tags', () => {
    it('show their size and the activity of their current members in the period', async () => {
      const body = await get(`lists?${week}`);
      expect(body).toEqual({
        lists: [
          {
            ...{ id: empty.id, title: 'Empty', totalCount: 0, subscribersCount: 0, new: 0, lost: 0, net_growth: 0 },
            ...{ sent: 0, tracked: 0, open_rate: 0, click_rate: 0, revenue: 0 },
          },
          {
            ...{ id: news.id, title: 'News', totalCount: 3, subscribersCount: 2, new: 0, lost: 0, net_growth: 0 },
            ...{ sent: 4, tracked: 4, open_rate: 50, click_rate: 25, revenue: 30.5 },
          },
          {
            ...{ id: offers.id, title: 'Offers', totalCount: 2, subscribersCount: 1, new: 0, lost: 0, net_growth: 0 },
            ...{ sent: 2, tracked: 2, open_rate: 50, click_rate: 50, revenue: 10 },
          },
        ],
        currency: 'EUR',
        meta: { ...META, from: '2025-08-04', to: '2025-08-10' },
      });
      const { tags } = await get(`tags?${week}`);
      expect(tags).toEqual([
        {
          ...{ id: vip.id, title: 'VIP', totalCount: 2, subscribersCount: 2, new: 0, lost: 0, net_growth: 0 },
          ...{ sent: 3, tracked: 3, open_rate: 33.3, click_rate: 0, revenue: 20.5 },
        },
      ]);
    });

    it('count added and removed members, and always show the current size', async () => {
      const before = await get(`lists/${news.id}?date_range=today`);
      // The deleted contact was added, and was not removed from the list.
      expect(before).toMatchObject({ new: 4, lost: 0, net_growth: 4, totalCount: 3 });
      const leaving = { subscriber: { detach_lists: [news.id], attach_lists: [empty.id] } };
      await world.all.put(`/subscribers/${eve.id}`).send(leaving).expect(200);
      const { lists } = await get('lists?date_range=today');
      expect(lists.map(({ totalCount }: { totalCount: number }) => totalCount)).toEqual([1, 2, 2]);
      await world.settle();
      const after = await get(`lists/${news.id}?date_range=7_days`);
      expect(after).toMatchObject({ new: 4, lost: 1, net_growth: 3, totalCount: 2, subscribersCount: 2 });
      expect(after.growth).toHaveLength(7);
      expect(after.growth[6]).toEqual({ date: after.meta.to, added: 4, removed: 1, net: 3 });
      expect(after.growth[0]).toEqual({ date: after.meta.from, added: 0, removed: 0, net: 0 });
      const back = { subscriber: { detach_lists: [empty.id], attach_lists: [news.id] } };
      await world.all.put(`/subscribers/${eve.id}`).send(back).expect(200);
      await world.settle();
    });

    it('show one list or tag with the same figures, and the scores and statuses of its members', async () => {
      for (const [kind, label] of [
        ['lists', news],
        ['lists', empty],
        ['tags', vip],
      ] as const) {
        const all: { id: number }[] = (await get(`${kind}?${week}`))[kind];
        const { growth, engagement, status_breakdown, currency, meta, ...figures } = await get(
          `${kind}/${label.id}?${week}`,
        );
        expect([figures]).toEqual(all.filter(({ id }) => id === label.id));
        expect(growth).toHaveLength(7);
        expect([currency, meta.from, meta.to]).toEqual(['EUR', '2025-08-04', '2025-08-10']);
        const members = Object.values<number>(status_breakdown).reduce((sum, total) => sum + total, 0);
        expect(members).toBe(figures.totalCount);
        const scored = engagement.distribution.reduce(
          (sum: number, band: { contacts: number }) => sum + band.contacts,
          0,
        );
        expect(scored).toBe(figures.totalCount);
      }
      const { status_breakdown } = await get(`lists/${news.id}`);
      expect(status_breakdown).toEqual({ subscribed: 2, unsubscribed: 1, pending: 0, bounced: 0, complained: 0 });
    });

    it('weight activity of members by its age', async () => {
      const today = new Date().toISOString();
      const emails = Array.from({ length: 10 }, () => new EmailFacts({ contact: flo.id }));
      await publishEvents(...emails.map((mail) => mail.opened(today)));
      const { engagement } = await get(`tags/${vip.id}`);
      // Ten points are a score of 50; the activity of ada a year ago weighs almost nothing. Two members.
      expect(engagement.score_average).toBeGreaterThanOrEqual(25);
      expect(
        engagement.distribution.map(({ from, to, contacts }: Record<string, number>) => [from, to, contacts]),
      ).toEqual(expect.arrayContaining([[41, 60, 1]]));
    });

    it('count money in one currency', async () => {
      const { lists, currency } = await get(`lists?${week}&currency=jpy`);
      expect(currency).toBe('JPY');
      expect(lists.map(({ revenue }: { revenue: number }) => revenue)).toEqual([0, 1_000, 1_000]);
      expect(await get(`lists/${news.id}?${week}&currency=JPY`)).toMatchObject({ currency: 'JPY', revenue: 1_000 });
    });

    it.each(['lists', 'tags'])('%s refuse invalid parameters', async (kind) => {
      for (const [query, params] of [
        ['currency=XXY', { currency: 'must be an ISO 4217 currency code' }],
        ['lists[]=1&tags[]=2', { lists: 'cannot filter this report', tags: 'cannot filter this report' }],
        ['date_range=custom', { start_date: 'is required', end_date: 'is required' }],
      ] as const)
        for (const path of [kind, `${kind}/${kind === 'lists' ? news.id : vip.id}`]) {
          const { body } = await world.all.get(`/reports/${path}?${query}`).expect(400);
          expect(body).toMatchObject({ code: 'rest_invalid_param', data: { params } });
        }
      for (const id of [4_000_000_000, 0, 'abc']) {
        const { body } = await world.all.get(`/reports/${kind}/${id}`).expect(404);
        expect(body).toMatchObject({ code: 'rest_post_invalid_id', message: 'Invalid post ID.' });
      }
      await (await world.as('view_contacts')).get(`/reports/${kind}`).expect(403);
      await (await world.as('view_reports')).get(`/reports/${kind}`).expect(200);
    });
  });

  describe('segmentation-analysis', () => {
    const sizes = (body: { segments: Group[] }) => body.segments.map(({ key, size }) => [key, size]);

    it('groups by list by default, and counts shared contacts', async () => {
      const body = await get(`segmentation-analysis?${week}`);
      expect(body).toEqual({
        dimension: 'list',
        segments: [
          {
            ...{ key: news.id, label: 'News', size: 3, share: 60 },
            ...{ tracked: 4, open_rate: 50, click_rate: 25, unsubscribe_rate: 25, revenue: 30.5 },
          },
          {
            ...{ key: offers.id, label: 'Offers', size: 2, share: 40 },
            ...{ tracked: 2, open_rate: 50, click_rate: 50, unsubscribe_rate: 50, revenue: 10 },
          },
          {
            ...{ key: empty.id, label: 'Empty', size: 0, share: 0 },
            ...{ tracked: 0, open_rate: 0, click_rate: 0, unsubscribe_rate: 0, revenue: 0 },
          },
        ],
        // Two of three.
        overlap: [{ keys: [news.id, offers.id], size: 2, share: 66.7 }],
        total: 5,
        currency: 'EUR',
        meta: { ...META, from: '2025-08-04', to: '2025-08-10' },
      });
      expect((await get('segmentation-analysis?limit=1')).segments).toHaveLength(1);
      expect(sizes(await get('segmentation-analysis?dimension=tag'))).toEqual([[vip.id, 2]]);
    });

    it('groups contacts by country, type, and domain', async () => {
      const countries = await get(`segmentation-analysis?dimension=country&${week}`);
      expect(countries.segments.map(({ key, label, size }: Group) => [key, label, size])).toEqual([
        [null, 'Unknown', 2],
        ['DE', 'Germany', 2],
        ['FR', 'France', 1],
      ]);
      expect(countries.segments[1]).toMatchObject({ share: 40, open_rate: 66.7, click_rate: 33.3, revenue: 30.5 });
      expect(countries.segments[2]).toMatchObject({ open_rate: 0, unsubscribe_rate: 100, revenue: 0 });
      expect(countries.overlap).toEqual([]);
      const types = await get('segmentation-analysis?dimension=contact_type');
      expect(types.segments.map(({ key, label, size }: Group) => [key, label, size])).toEqual([
        ['lead', 'Lead', 3],
        // Contacts with an order are customers.
        ['customer', 'Customer', 2],
      ]);
      const domains = await get('segmentation-analysis?dimension=domain');
      expect(sizes(domains)).toEqual([
        ['example.com', 3],
        ['firm.example', 2],
      ]);
      expect(sizes(await get('segmentation-analysis?dimension=domain&limit=1'))).toEqual([['example.com', 3]]);
    });

    it('shows all engagement bands, lowest first', async () => {
      const { segments, total } = await get('segmentation-analysis?dimension=engagement');
      expect(segments.map(({ key }: Group) => key)).toEqual(['0', '1-20', '21-40', '41-60', '61-80', '81-100']);
      expect(segments.reduce((sum: number, { size }: Group) => sum + size, 0)).toBe(total);
      expect(segments[3]).toMatchObject({ size: 1, share: 20 });
      const scores = await get('engagement-scores');
      expect(segments.map(({ size }: Group) => size)).toEqual(
        scores.distribution.map(({ contacts }: { contacts: number }) => contacts),
      );
    });

    it('evaluates the rules of segments, and skips invalid ones', async () => {
      const rule = (...rows: unknown[]) => [rows];
      const from = (code: string) => ({ source: ['subscriber', 'country'], operator: '=', value: code });
      const onList = (id: number) => ({ source: ['lists', 'id'], operator: 'in', value: [id] });
      const germans = await world.given.segment({ title: 'Germans', filters: rule(from('DE')) });
      const readers = await world.given.segment({ title: 'Readers', filters: rule(onList(news.id)) });
      const noMatch = await world.given.segment({ title: 'Nobody', filters: rule(from('FR'), onList(empty.id)) });
      const broken = await world.given.segment({ title: 'Broken', filters: rule(from('DE')) });
      await world.db.transaction((tx) =>
        tx.execute('UPDATE segments SET filters = :filters WHERE id = :id', {
          id: broken.id,
          filters: JSON.stringify(rule({ source: ['custom', 'gone'], operator: '=', value: 'x' })),
        }),
      );
      const body = await get(`segmentation-analysis?dimension=segment&${week}`);
      expect(body.segments.map(({ key, label, size }: Group) => [key, label, size])).toEqual([
        [readers.id, 'Readers', 3],
        [germans.id, 'Germans', 2],
        [noMatch.id, 'Nobody', 0],
      ]);
      expect(body.segments[0]).toMatchObject({ share: 60, open_rate: 50, click_rate: 25, revenue: 30.5 });
      expect(body.segments[1]).toMatchObject({ open_rate: 66.7, click_rate: 33.3, unsubscribe_rate: 0 });
      expect(body.overlap).toEqual([{ keys: [germans.id, readers.id], size: 2, share: 66.7 }]);
      expect(sizes(await get('segmentation-analysis?dimension=segment&limit=1'))).toEqual([[germans.id, 2]]);

      // A changed rule has another cache key.
      await world.all
        .put(`/segments/${noMatch.id}`)
        .send({ filters: rule(from('FR')) })
        .expect(200);
      const changed = await get(`segmentation-analysis?dimension=segment&${week}`);
      expect(changed.segments[2]).toMatchObject({ key: noMatch.id, size: 1 });
    });

    it('can be filtered by current members', async () => {
      const body = await get(`segmentation-analysis?dimension=country&lists[]=${offers.id}&${week}`);
      expect(body.total).toBe(2);
      expect(sizes(body)).toEqual([
        ['DE', 1],
        ['FR', 1],
      ]);
      const lists = await get(`segmentation-analysis?dimension=list&tags[]=${vip.id}&${week}`);
      expect(lists.segments[0]).toMatchObject({ key: news.id, size: 1, share: 50, open_rate: 50, revenue: 20.5 });
      expect(lists.overlap).toEqual([]);
      const shared = await get(`segmentation-analysis?lists[]=${offers.id}`);
      expect(shared.overlap).toEqual([{ keys: [news.id, offers.id], size: 2, share: 100 }]);
    });

    it('refuses invalid parameters and missing permissions', async () => {
      for (const [query, params] of [
        ['dimension=color', { dimension: expect.stringContaining('must be one of: list, tag') }],
        ['limit=0', { limit: 'must be at least 1' }],
        ['limit=101', { limit: 'must be at most 100' }],
        ['currency=nope', { currency: expect.any(String) }],
      ] as const) {
        const { body } = await world.all.get(`/reports/segmentation-analysis?${query}`).expect(400);
        expect(body).toMatchObject({ code: 'rest_invalid_param', data: { params } });
      }
      await world.all.get('/reports/segmentation-analysis?tags[]=4000000000').expect(404);
      await (await world.as('view_contacts')).get('/reports/segmentation-analysis').expect(403);
      await (await world.as('view_reports')).get('/reports/segmentation-analysis').expect(200);
    });

    it('counts shared contacts of more labels than a number has bits', async () => {
      const tags: number[] = [];
      for (let made = 0; made < 99; made += 1) tags.push((await world.given.tag()).id);
      // By size: `each`, then the others by id, so that the last of them is at position 99.
      const [each, second, last] = [tags[0]!, tags[1]!, tags.at(-1)!];
      await world.given.contact({ tags: tags.slice(1) });
      for (const held of [[each, second], [each], [each]]) await world.given.contact({ tags: held });
      const { segments, overlap } = await get('segmentation-analysis?dimension=tag&limit=100');
      expect(segments).toHaveLength(100);
      const of = (one: number, other: number) =>
        overlap.filter(({ keys }: { keys: number[] }) => keys.join() === [one, other].join());
      expect(of(each, second)).toMatchObject([{ size: 1 }]);
      expect(of(second, last)).toMatchObject([{ size: 1 }]);
      expect(of(tags[70]!, last)).toMatchObject([{ size: 1, share: 100 }]);
      expect(of(each, last)).toEqual([]);
      // All pairs of the 98, and the one pair with the first.
      expect(overlap).toHaveLength((98 * 97) / 2 + 1);
    });
  });
});
