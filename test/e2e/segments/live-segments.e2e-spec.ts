import { FunnelWatchesScheduler } from '../../../src/modules/funnels/triggers/funnel-watches.scheduler.js';
import { LiveSegments } from '../../../src/modules/segments/live/live-segments.service.js';
import { Outbox } from '../../../src/platform/outbox/outbox.js';
import { insertSubscribers } from '../../support/builders/audience.js';
import { clickedMail } from '../../support/builders/clicks.js';
import { EmailFacts } from '../../support/builders/email-facts.js';
import { injectDatabaseFaults } from '../../support/database-faults.js';
import { watchStatements } from '../../support/executed-sql.js';
import { ManualClock } from '../../support/manual-clock.js';
import { watchSegments } from '../../support/watched-segments.js';
import { World } from '../../support/world.js';

const tenDays = {
  action_name: 'wait_times',
  settings: { wait_type: 'unit_wait', wait_time_amount: 10, wait_time_unit: 'days' },
};
type Rule = readonly [entity: string, field: string, operator: string, value?: unknown];

describe('watched segments', () => {
  let world: World;
  let clock: ManualClock;
  beforeAll(async () => {
    world = await World.start();
    clock = new ManualClock(world, '2027-09-01T12:00:00Z');
  });
  afterEach(async () => {
    const { body } = await world.all.get('/funnels?status=published&per_page=1000').expect(200);
    for (const { id } of body.funnels) await world.all.delete(`/funnels/${id}`).expect(200);
    await watchSegments(world);
    expect(await rows('segment_watches', 'TRUE')).toBe(0);
    expect(await rows('segment_members', 'TRUE')).toBe(0);
  });

  const rows = async (table: string, where: string): Promise<number> => {
    const [row] = await world.db.query<{ n: number }>(`SELECT COUNT(*) AS n FROM ${table} WHERE ${where}`);
    return row?.n ?? 0;
  };
  const segmentOf = (...rules: readonly Rule[]) =>
    world.given.segment({
      filters: [rules.map(([entity, field, operator, value]) => ({ source: [entity, field], operator, value }))],
    });
  const inCity = (city: string) => segmentOf(['subscriber', 'city', '=', city]);
  const move = (id: number, city: string | null) => world.all.put(`/subscribers/${id}`).send({ city }).expect(200);
  const given = (trigger_name: string, segmentId: number, settings: object = {}, more: object = {}) =>
    world.given.publishedFunnel({
      trigger_name,
      settings: { segment_id: segmentId, ...settings },
      conditions: { reentry: { mode: 'always' } },
      ...more,
    });
  /** Publishes a funnel that watches a new segment. */
  const watched = async (...rules: readonly Rule[]): Promise<{ id: number }> => {
    const segment = await segmentOf(...rules);
    await given('segment_entered', segment.id);
    await watchSegments(world);
    return segment;
  };
  const setStatus = (id: number, status: string) => world.all.put(`/funnels/${id}/status`).send({ status }).expect(200);
  /** The changes of a segment in the log, in order: `+7` for the contact 7 who entered. */
  const log = async (segmentId: number, where = 'silent = 0'): Promise<string[]> => {
    await world.settle();
    const events = await world.db.query<{ type: string; id: number }>(
      `SELECT type, contact_id AS id FROM domain_events
        WHERE type IN ('segment.entered', 'segment.left') AND subject_id = :segmentId AND ${where} ORDER BY domain_events.id`,
      { segmentId },
    );
    return events.map(({ type, id }) => `${type === 'segment.entered' ? '+' : '-'}${id}`);
  };
  const inside = async (funnelId: number): Promise<number[]> => {
    const entries = await world.db.query<{ id: number }>(
      'SELECT contact_id AS id FROM funnel_entries e WHERE funnel_id = :funnelId ORDER BY e.id',
      { funnelId },
    );
    return entries.map(({ id }) => id);
  };
  const enrollExisting = async (): Promise<void> => {
    await watchSegments(world);
    await clock.forward({ seconds: 2 });
    const scheduler = world.worker!.get(FunnelWatchesScheduler, { strict: false });
    await scheduler.tick();
    await scheduler.tick();
    await world.settle();
  };

  describe('raise an event when a contact enters and leaves', () => {
    it('by a field, with the contact and the segment, in the feed', async () => {
      const segment = await inCity('Bergen');
      const [old, late] = [await world.given.contact({ city: 'Bergen' }), await world.given.contact()];
      await given('segment_entered', segment.id);
      await watchSegments(world);
      expect(await log(segment.id)).toEqual([]);
      await move(late.id, 'Bergen');
      await world.settle();
      await move(old.id, null);
      expect(await log(segment.id)).toEqual([`+${late.id}`, `-${old.id}`]);
      const { body } = await world.all.get('/events?types[]=segment.*&per_page=1000').expect(200);
      expect(body.events.at(-2)).toMatchObject({
        type: 'segment.entered',
        data: { contact: { id: late.id, email: late.email }, segment: { id: segment.id, title: segment.title } },
      });
      expect(body.events.at(-1)).toMatchObject({ type: 'segment.left', data: { contact: { id: old.id } } });
    });

    it('by a tag, a list, a custom value, and a status', async () => {
      const [tag, list] = [await world.given.tag(), await world.given.list()];
      const field = await world.given.customField({ type: 'text' });
      const segments = [
        await watched(['tags', 'id', 'contains', tag.id]),
        await watched(['lists', 'id', 'contains', list.id]),
        await watched(['custom', field.slug, '=', 'gold']),
        await watched(['subscriber', 'status', '=', 'unsubscribed']),
      ];
      const { id } = await world.given.contact();
      const write = (change: object) => world.all.put(`/subscribers/${id}`).send(change).expect(200);
      await write({ attach_tags: [tag.id], attach_lists: [list.id], custom_values: { [field.slug]: 'gold' } });
      await write({ status: 'unsubscribed' });
      for (const segment of segments) expect(await log(segment.id)).toEqual([`+${id}`]);
      await write({ detach_tags: [tag.id], detach_lists: [list.id], custom_values: { [field.slug]: 'red' } });
      for (const segment of segments.slice(0, 3)) expect(await log(segment.id)).toEqual([`+${id}`, `-${id}`]);
    });

    it('by a tracked event and an order', async () => {
      const segments = [
        await watched(['events', 'live_pricing_viewed', '>', 1]),
        await watched(['commerce', 'orders_count', '>', 0]),
      ];
      const { id, email } = await world.given.contact();
      const track = () => world.given.trackedEvent(id, { event_key: 'live_pricing_viewed' });
      await track();
      await world.settle();
      expect(await log(segments[0]!.id)).toEqual([]);
      await track();
      await world.given.order({ email });
      for (const segment of segments) expect(await log(segment.id)).toEqual([`+${id}`]);
    });

    it('by a click in an email; emails mark contacts only for such rules', async () => {
      const outbox = world.worker!.get(Outbox, { strict: false });
      const click = async (contact: { readonly id: number }): Promise<void> => {
        await clickedMail(world, contact, { campaign: 9 }, '2026-06-01T08:00:00Z');
        const event = new EmailFacts({ campaign: 9, contact: contact.id }).clicked('2026-06-01T08:00:00.000Z');
        await world.db.transaction((tx) => outbox.appendAll(tx, [event]));
        await world.settle();
      };
      const marks: string[] = [];
      const [early, late] = [await world.given.contact(), await world.given.contact()];
      await watched(['subscriber', 'city', '=', 'Nowhere']);
      watchStatements((sql) => marks.push(...(sql.match(/INSERT\s+INTO segment_marks/g) ?? [])));
      await click(early);
      expect(marks).toEqual([]);
      const segment = await watched(['activity', 'clicked', 'not_null']);
      await click(late);
      expect(marks).toHaveLength(1);
      expect(await log(segment.id)).toEqual([`+${late.id}`]);
    });

    it('not to webhooks', async () => {
      const webhook = { name: 'Segments', url: 'https://example.com/hook' };
      for (const name of ['segment.entered', 'segment.*']) {
        const { body } = await world.all
          .post('/webhooks')
          .send({ ...webhook, events: [name] })
          .expect(400);
        expect(body.code).toBe('invalid_webhook_event');
      }
    });

    it('silently, if the change was silent', async () => {
      const segment = await watched(['subscriber', 'city', '=', 'Stille']);
      const { id } = await world.given.contact();
      await world.settle();
      await world.db.execute(`UPDATE contacts SET city = 'Stille' WHERE id = :id`, { id }, { ids: [] });
      await world.db.execute(
        `INSERT INTO domain_events (uid, type, subject_type, subject_id, contact_id, silent, data)
         VALUES ('01HSILENTSILENTSILENTSILEN', 'contact.updated', 'contact', :id, :id, 1, :data)`,
        { id, data: JSON.stringify({ contact: { id }, changes: {} }) },
      );
      expect(await log(segment.id)).toEqual([]);
      expect(await log(segment.id, 'silent = 1')).toEqual([`+${id}`]);
    });
  });

  describe('follow relative dates', () => {
    it.each([
      ['a custom date in the next days', 'within_next_days', '2027-09-20', ['2027-09-13', '2027-09-21']],
      ['a custom date of the last days', 'within_days', '2027-09-20', ['2027-09-20', '2027-09-28']],
    ])('%s', async (_name, operator, date, [enters, leaves]) => {
      await clock.to('2027-09-05T12:00:00Z');
      const field = await world.given.customField({ type: 'date', slug: `renewal_${operator}` });
      const segment = await watched(['custom', field.slug, operator, 7]);
      const { id } = await world.given.contact({ custom_values: { [field.slug]: date } });
      const expected: string[] = [];
      for (const [day, mark] of [
        [enters!, '+'],
        [leaves!, '-'],
      ] as const) {
        await clock.to(new Date(Date.parse(`${day}T00:00:00Z`) - 1_000));
        await watchSegments(world);
        expect(await log(segment.id)).toEqual(expected);
        await clock.to(`${day}T00:01:00Z`);
        await watchSegments(world);
        expected.push(`${mark}${id}`);
        expect(await log(segment.id)).toEqual(expected);
      }
    });

    it('the time of the creation, and of the last order', async () => {
      await clock.to(new Date());
      const segments = [
        await watched(['subscriber', 'created_at', 'within_days', 3]),
        await watched(['commerce', 'last_order_at', 'within_days', 3]),
      ];
      const { id, email } = await world.given.contact();
      await world.given.order({ email });
      for (const segment of segments) expect(await log(segment.id)).toEqual([`+${id}`]);
      await clock.forward({ days: 3, minutes: -2 });
      await watchSegments(world);
      for (const segment of segments) expect(await log(segment.id)).toEqual([`+${id}`]);
      await clock.forward({ minutes: 4 });
      await watchSegments(world);
      for (const segment of segments) expect(await log(segment.id)).toContain(`-${id}`);
    });

    it('the last tracked event, and companies, by a walk each minute', async () => {
      await clock.to('2027-12-01T00:00:00Z');
      const company = await world.given.company();
      const segments = [
        await watched(['events', 'live_seen', 'within_days', 3]),
        await watched(['companies', 'id', 'contains', company.id]),
      ];
      const { id } = await world.given.contact();
      await world.given.trackedEvent(id, { event_key: 'live_seen' });
      await world.db.execute(`UPDATE tracked_events SET updated_at = '2027-12-01' WHERE contact_id = :id`, { id });
      await world.all.post(`/companies/${company.id}/subscribers`).send({ subscribers: [id] });
      await world.db.execute('INSERT IGNORE INTO contact_companies (contact_id, company_id) VALUES (:id, :company)', {
        id,
        company: company.id,
      });
      await clock.forward({ minutes: 1 });
      await watchSegments(world);
      for (const segment of segments) expect(await log(segment.id)).toEqual([`+${id}`]);
      await clock.to('2027-12-04T00:01:00Z');
      await watchSegments(world);
      expect(await log(segments[0]!.id)).toEqual([`+${id}`, `-${id}`]);
    });
  });

  describe('start funnels', () => {
    it('when a contact enters, returns, or leaves, not for earlier matches', async () => {
      const segment = await inCity('Narvik');
      const [old, late] = [await world.given.contact({ city: 'Narvik' }), await world.given.contact()];
      const entering = await given('segment_entered', segment.id);
      const leaving = await given('segment_left', segment.id);
      await watchSegments(world);
      await move(late.id, 'Narvik');
      await world.settle();
      await move(old.id, 'Oslo');
      await world.settle();
      await move(old.id, 'Narvik');
      await world.settle();
      expect(await inside(entering.id)).toEqual([late.id, old.id]);
      expect(await inside(leaving.id)).toEqual([old.id]);
    });

    it('also for earlier matches with include_existing, once, and after a pause only for new ones', async () => {
      const segment = await inCity('Voss');
      const early = await world.given.contact({ city: 'Voss' });
      const late = await world.given.contact();
      const funnel = await given('segment_entered', segment.id, { include_existing: 'yes' });
      await enrollExisting();
      await enrollExisting();
      expect(await inside(funnel.id)).toEqual([early.id]);
      await setStatus(funnel.id, 'paused');
      await watchSegments(world);
      await move(late.id, 'Voss');
      await enrollExisting();
      expect(await inside(funnel.id)).toEqual([early.id]);
      await setStatus(funnel.id, 'published');
      await enrollExisting();
      expect(await inside(funnel.id)).toEqual([early.id, late.id]);
      await move(early.id, 'Oslo');
      await world.settle();
      await move(early.id, 'Voss');
      await world.settle();
      await setStatus(funnel.id, 'published');
      await enrollExisting();
      expect(await inside(funnel.id)).toEqual([early.id, late.id, early.id]);
    });

    it('pass over contacts that entered during a pause without include_existing', async () => {
      const segment = await inCity('Molde');
      const { id } = await world.given.contact();
      const funnel = await given('segment_entered', segment.id);
      await watchSegments(world);
      await setStatus(funnel.id, 'paused');
      await watchSegments(world);
      await move(id, 'Molde');
      await setStatus(funnel.id, 'published');
      await enrollExisting();
      expect(await inside(funnel.id)).toEqual([]);
    });

    it('of another segment after a change, and of none after its deletion', async () => {
      const [one, other] = [await inCity('Hamar'), await inCity('Harstad')];
      const funnel = await given('segment_entered', one.id, {}, { sequences: [tenDays] });
      await watchSegments(world);
      await world.all
        .put(`/funnels/${funnel.id}`)
        .send({ settings: { segment_id: other.id } })
        .expect(200);
      await watchSegments(world);
      const moved = await world.given.contact({ city: 'Hamar' });
      const { id } = await world.given.contact({ city: 'Harstad' });
      await world.settle();
      expect(await inside(funnel.id)).toEqual([id]);
      expect(moved.id).not.toBe(id);
      await world.all.delete(`/segments/${other.id}`).expect(200);
      await watchSegments(world);
      expect(await rows('segment_watches', 'TRUE')).toBe(0);
    });
  });

  describe('keep the members', () => {
    const members = (segmentId: number): Promise<number> => rows('segment_members', `segment_id = ${segmentId}`);

    it('of deleted and merged contacts, without events', async () => {
      const segment = await watched(['subscriber', 'city', '=', 'Alta']);
      const [one, other, gone] = [
        await world.given.contact({ city: 'Alta' }),
        await world.given.contact({ city: 'Alta' }),
        await world.given.contact({ city: 'Alta' }),
      ];
      const entered = await log(segment.id);
      expect(entered.sort()).toEqual([`+${one.id}`, `+${other.id}`, `+${gone.id}`].sort());
      await world.all.delete(`/subscribers/${gone.id}`).expect(200);
      await world.all
        .post('/subscribers/merge')
        .send({ keep_id: one.id, merge_ids: [other.id] })
        .expect(200);
      expect(await log(segment.id)).toHaveLength(3);
      expect(await members(segment.id)).toBe(1);
    });

    it('of a changed rule, and of a deleted tag, with events', async () => {
      const tag = await world.given.tag();
      const segment = await watched(['tags', 'id', 'contains', tag.id]);
      const { id } = await world.given.contact({ tags: [tag.id], city: 'Vardø' });
      expect(await log(segment.id)).toEqual([`+${id}`]);
      await world.all.delete(`/tags/${tag.id}`).expect(200);
      await watchSegments(world);
      await clock.forward({ seconds: 2 });
      await watchSegments(world);
      expect(await log(segment.id)).toEqual([`+${id}`, `-${id}`]);
      const filters = [[{ source: ['subscriber', 'city'], operator: '=', value: 'Vardø' }]];
      await world.all.put(`/segments/${segment.id}`).send({ filters }).expect(200);
      await watchSegments(world);
      await clock.forward({ seconds: 2 });
      await watchSegments(world);
      expect(await log(segment.id)).toEqual([`+${id}`, `-${id}`, `+${id}`]);
    });

    it('without a contact whom only a deleted tag kept out', async () => {
      const tag = await world.given.tag();
      const segment = await watched(['tags', 'id', 'not_contains', tag.id]);
      const { id } = await world.given.contact({ tags: [tag.id] });
      await world.all.delete(`/tags/${tag.id}`).expect(200);
      await watchSegments(world);
      await clock.forward({ days: 1 });
      await watchSegments(world);
      expect(await log(segment.id)).not.toContain(`+${id}`);
    });

    it('right, by a recount each night', async () => {
      const segment = await watched(['subscriber', 'city', '=', 'Bodø']);
      const [kept, lost] = [await world.given.contact({ city: 'Bodø' }), await world.given.contact()];
      await log(segment.id);
      await world.db.execute('DELETE FROM segment_members WHERE contact_id = :id', { id: kept.id });
      await world.db.execute('INSERT INTO segment_members (contact_id, segment_id) VALUES (:id, :segment)', {
        id: lost.id,
        segment: segment.id,
      });
      await clock.forward({ days: 2 });
      await watchSegments(world);
      expect((await log(segment.id)).sort()).toEqual([`+${kept.id}`, `+${kept.id}`, `-${lost.id}`]);
    });
  });

  it('walk over all contacts in steps, and repeat a step that fails without repeating its events', async () => {
    const list = await world.given.list();
    await insertSubscribers(world.db, list.id, 'crowd', 6_000);
    const segment = await inCity('Crowd');
    await given('segment_entered', segment.id);
    // The second step fails.
    let steps = 0;
    const repair = injectDatabaseFaults((sql) =>
      sql.includes('UPDATE segment_watches SET position = ') && (steps += 1) === 2 ? 'broken' : undefined,
    );
    await watchSegments(world);
    repair();
    await watchSegments(world);
    expect(await rows('segment_watches', 'baseline = 1 AND position = 0')).toBe(1);
    await world.db.execute(
      `UPDATE contacts SET city = 'Crowd' WHERE email LIKE 'crowd-%0@example.com'`,
      {},
      { ids: [] },
    );
    await world.db.execute(
      `INSERT INTO segment_marks (contact_id) SELECT id FROM contacts WHERE email LIKE 'crowd-%@example.com'`,
    );
    const live = world.worker!.get(LiveSegments, { strict: false });
    let writes = 0;
    const repairMarks = injectDatabaseFaults((sql) =>
      sql.includes('DELETE FROM segment_marks') && (writes += 1) % 2 === 0 ? 'broken' : undefined,
    );
    for (let left = 1; left > 0; left = await rows('segment_marks', 'TRUE'))
      await Promise.all([live.tick(), live.tick()]);
    repairMarks();
    const events = await log(segment.id);
    expect(events).toHaveLength(600);
    expect(new Set(events).size).toBe(600);
    expect(await rows('segment_members', 'TRUE')).toBe(600);
  });

  it('mark no contact while nothing is watched', async () => {
    const statements: string[] = [];
    watchStatements((sql) => statements.push(sql));
    await world.given.contact({ city: 'Nowhere' });
    await world.settle();
    expect(statements.filter((sql) => /INSERT\s+INTO segment_marks/.test(sql))).toEqual([]);
  });
});
