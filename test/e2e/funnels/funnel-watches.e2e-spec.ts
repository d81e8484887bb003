import {
  FunnelWatches,
  FunnelWatchesScheduler,
} from '../../../src/modules/funnels/triggers/funnel-watches.scheduler.js';
import { insertSubscribers } from '../../support/builders/audience.js';
import { injectDatabaseFaults } from '../../support/database-faults.js';
import { ManualClock } from '../../support/manual-clock.js';
import { World } from '../../support/world.js';

const tenDays = {
  action_name: 'wait_times',
  settings: { wait_type: 'unit_wait', wait_time_amount: 10, wait_time_unit: 'days' },
};

describe('date and segment triggers', () => {
  let world: World;
  let clock: ManualClock;
  beforeAll(async () => {
    world = await World.start({ env: { APP_TIMEZONE: 'Europe/Berlin' } });
    clock = new ManualClock(world, '2027-02-20T06:00:00Z');
  });
  afterEach(async () => {
    const { body } = await world.all.get('/funnels?status=published&per_page=1000').expect(200);
    for (const { id } of body.funnels) await world.all.delete(`/funnels/${id}`).expect(200);
    await world.settle();
  });

  /** Runs two checks, because one that is already running may have missed the change. */
  const runChecks = async (moment: string = clock.now.toISOString()): Promise<void> => {
    await clock.to(moment);
    const scheduler = world.worker!.get(FunnelWatchesScheduler, { strict: false });
    await scheduler.tick();
    await scheduler.tick();
    await world.settle();
  };
  const inside = async (funnelId: number): Promise<number[]> => {
    const rows = await world.db.query<{ contactId: number }>(
      'SELECT contact_id AS contactId FROM funnel_entries WHERE funnel_id = :funnelId ORDER BY id',
      { funnelId },
    );
    return rows.map(({ contactId }) => contactId);
  };
  const setStatus = (id: number, status: string) => world.all.put(`/funnels/${id}/status`).send({ status }).expect(200);
  const watchOf = async (funnelId: number) =>
    (
      await world.db.query<{ round: string | null; baseline: number; position: number; next: Date }>(
        'SELECT round, baseline, position, next_at AS next FROM funnel_watches WHERE funnel_id = :funnelId',
        { funnelId },
      )
    )[0];
  const onDate = (settings: object, more: object = {}) =>
    world.given.publishedFunnel({ trigger_name: 'date_field', settings, sequences: [tenDays], ...more });

  describe('for a date', () => {
    it('enroll contacts on their birthday at the local time, not before and not twice', async () => {
      await clock.to('2027-05-16T12:00:00Z');
      const birthday = await onDate({ field: 'date_of_birth', yearly: 'yes', at: '09:30' });
      const [born] = [
        await world.given.contact({ date_of_birth: '1990-05-17' }),
        await world.given.contact({ date_of_birth: '1990-05-18' }),
        await world.given.contact(),
      ];
      await runChecks();
      await runChecks('2027-05-17T07:29:59Z');
      expect(await inside(birthday.id)).toEqual([]);
      await runChecks('2027-05-17T07:30:00Z');
      await runChecks('2027-05-17T20:00:00Z');
      expect(await inside(birthday.id)).toEqual([born.id]);
      const { body } = await world.all.get(`/funnels/${birthday.id}/subscribers/${born.id}/trace`).expect(200);
      expect(body.funnel_subscriber.data).toEqual({ date: { field: 'date_of_birth', date: '1990-05-17' } });
      const added = await world.db.query(
        `SELECT id FROM domain_events WHERE type = 'funnel.subscriber_added' AND subject_id = :id`,
        { id: birthday.id },
      );
      expect(added).toHaveLength(1);
    });

    it('work yearly or once, before or after the date, and for custom fields', async () => {
      await clock.to('2027-06-01T00:00:00Z');
      const field = await world.given.customField({ type: 'date', slug: 'renewal' });
      const again = { conditions: { reentry: { mode: 'always' } }, sequences: [] };
      const settings = { field: field.slug, at: '09:00' };
      const before = await onDate({ ...settings, yearly: 'yes', offset_days: -7 }, again);
      const once = await onDate({ ...settings, yearly: 'no', offset_days: 2 }, again);
      const yearly = await onDate({ ...settings, yearly: 'yes' }, again);
      const dated = (value: string) => world.given.contact({ custom_values: { [field.slug]: value } });
      const [old, present] = [await dated('2025-06-10'), await dated('2027-06-10')];
      // The time of day is not reached.
      await dated('2028-06-10');
      await runChecks();
      for (let day = 2; day <= 13; day += 1) await runChecks(`2027-06-${String(day).padStart(2, '0')}T10:00:00Z`);
      expect(await inside(before.id)).toEqual([old.id, present.id]);
      expect(await inside(once.id)).toEqual([present.id]);
      expect(await inside(yearly.id)).toEqual([old.id, present.id]);
      const entered = await world.db.query<{ at: Date }>(
        'SELECT entered_at AS at FROM funnel_entries WHERE funnel_id IN (:ids) ORDER BY id',
        { ids: [before.id, once.id] },
      );
      expect(entered.map(({ at }) => at.toISOString().slice(0, 10))).toEqual([
        '2027-06-03',
        '2027-06-03',
        '2027-06-12',
      ]);
    });

    it('treat 29 February as the 28th in other years', async () => {
      await clock.to('2027-02-26T12:00:00Z');
      const leapYears = await onDate(
        { field: 'date_of_birth', yearly: 'yes', at: '09:00' },
        {
          conditions: { reentry: { mode: 'always' } },
          sequences: [],
        },
      );
      const { id } = await world.given.contact({ date_of_birth: '1992-02-29' });
      await runChecks();
      await runChecks('2027-02-27T12:00:00Z');
      expect(await inside(leapYears.id)).toEqual([]);
      await runChecks('2027-02-28T12:00:00Z');
      await runChecks('2027-03-01T12:00:00Z');
      expect(await inside(leapYears.id)).toEqual([id]);
    });

    it('process up to three missed days', async () => {
      await clock.to('2027-07-01T12:00:00Z');
      const funnel = await onDate({ field: 'date_of_birth', yearly: 'yes', at: '09:00' });
      await runChecks();
      const born = [];
      for (const day of ['05', '06', '07', '08', '09', '10'])
        born.push(await world.given.contact({ date_of_birth: `1980-07-${day}` }));
      await runChecks('2027-07-10T06:00:00Z');
      // The tenth has not reached its time.
      expect(await inside(funnel.id)).toEqual([born[2]?.id, born[3]?.id, born[4]?.id]);
      await runChecks('2027-07-10T07:00:00Z');
      expect(await inside(funnel.id)).toHaveLength(4);
    });

    it.each([
      ['paused', '04'],
      ['draft', '06'],
    ])('skip the days on which the funnel was %s', async (status, month) => {
      await clock.to(`2027-${month}-20T12:00:00Z`);
      const funnel = await onDate({ field: 'date_of_birth', yearly: 'yes', at: '09:00' });
      await runChecks();
      await setStatus(funnel.id, status);
      const born = [];
      for (const day of ['21', '22', '23'])
        born.push(await world.given.contact({ date_of_birth: `1980-${month}-${day}` }));
      await runChecks(`2027-${month}-22T07:00:30Z`);
      await setStatus(funnel.id, 'published');
      await runChecks();
      expect(await inside(funnel.id)).toEqual([]);
      await runChecks(`2027-${month}-23T07:00:00Z`);
      expect(await inside(funnel.id)).toEqual([born[2]?.id]);
    });

    it('go on after a clock that was ahead is right', async () => {
      await clock.to('2027-03-05T12:00:00Z');
      const funnel = await onDate({ field: 'date_of_birth', yearly: 'yes', at: '09:00' });
      const { id } = await world.given.contact({ date_of_birth: '1980-03-07' });
      await runChecks();
      await runChecks('2028-01-20T12:00:00Z');
      await runChecks('2027-03-06T12:00:00Z');
      expect(await inside(funnel.id)).toEqual([]);
      await runChecks('2027-03-07T08:00:00Z');
      expect(await inside(funnel.id)).toEqual([id]);
    });

    it('skip a day whose time has passed, and start over when the date field changes', async () => {
      await clock.to('2027-08-05T12:00:00Z');
      const [today, tomorrow] = [
        await world.given.contact({ date_of_birth: '1980-08-05' }),
        await world.given.contact({ date_of_birth: '1980-08-06' }),
      ];
      const funnel = await onDate({ field: 'date_of_birth', yearly: 'yes', at: '09:00' });
      await runChecks();
      expect(await inside(funnel.id)).toEqual([]);
      expect(await watchOf(funnel.id)).toMatchObject({ round: '2027-08-06', next: new Date('2027-08-06T07:00:00Z') });
      await world.all
        .put(`/funnels/${funnel.id}`)
        .send({ settings: { at: '18:00' } })
        .expect(200);
      await runChecks();
      expect(await watchOf(funnel.id)).toMatchObject({ round: '2027-08-05', next: new Date('2027-08-05T16:00:00Z') });
      await runChecks('2027-08-06T16:00:00Z');
      expect(await inside(funnel.id)).toEqual([today.id, tomorrow.id]);
    });
  });

  describe('in a segment', () => {
    const inCity = async (city: string) =>
      world.given.segment({ filters: [[{ source: ['subscriber', 'city'], operator: '=', value: city }]] });
    const move = (id: number, city: string | null) => world.all.put(`/subscribers/${id}`).send({ city }).expect(200);

    it('enroll contacts that newly match, not earlier matches, and contacts that return', async () => {
      await clock.to('2027-09-01T12:00:00Z');
      const segment = await inCity('Bergen');
      const [old, late] = [await world.given.contact({ city: 'Bergen' }), await world.given.contact()];
      const funnel = await world.given.publishedFunnel({
        trigger_name: 'segment_entered',
        settings: { segment_id: segment.id },
        conditions: { reentry: { mode: 'always' } },
      });
      await runChecks();
      expect(await inside(funnel.id)).toEqual([]);
      await move(late.id, 'Bergen');
      await runChecks('2027-09-01T12:00:59Z');
      expect(await inside(funnel.id)).toEqual([]);
      await runChecks('2027-09-01T12:01:00Z');
      await runChecks('2027-09-01T12:02:00Z');
      expect(await inside(funnel.id)).toEqual([late.id]);
      await move(old.id, 'Oslo');
      await runChecks('2027-09-01T12:03:00Z');
      await move(old.id, 'Bergen');
      await runChecks('2027-09-01T12:04:00Z');
      expect(await inside(funnel.id)).toEqual([late.id, old.id]);
    });

    it('enroll existing matches once if configured', async () => {
      await clock.to('2027-09-02T12:00:00Z');
      const segment = await inCity('Molde');
      const { id } = await world.given.contact({ city: 'Molde' });
      const funnel = await world.given.publishedFunnel({
        trigger_name: 'segment_entered',
        settings: { segment_id: segment.id, include_existing: 'yes' },
        conditions: { reentry: { mode: 'always' } },
      });
      await runChecks();
      await runChecks('2027-09-02T12:01:00Z');
      expect(await inside(funnel.id)).toEqual([id]);
    });

    it.each([
      ['no', []],
      ['yes', ['late']],
    ])('pass over contacts that entered it during a pause, with include_existing %s', async (existing, expected) => {
      await clock.to('2027-09-05T12:00:00Z');
      const segment = await inCity(`Voss ${existing}`);
      const city = `Voss ${existing}`;
      const [early, late] = [await world.given.contact({ city }), await world.given.contact()];
      const funnel = await world.given.publishedFunnel({
        trigger_name: 'segment_entered',
        settings: { segment_id: segment.id, include_existing: existing },
        conditions: { reentry: { mode: 'always' } },
      });
      await runChecks();
      const before = await inside(funnel.id);
      await setStatus(funnel.id, 'paused');
      await move(late.id, city);
      await runChecks('2027-09-05T12:10:00Z');
      await setStatus(funnel.id, 'published');
      await runChecks('2027-09-05T12:20:00Z');
      await runChecks('2027-09-05T12:30:00Z');
      const added = (await inside(funnel.id)).slice(before.length);
      expect(added).toEqual(expected.map(() => late.id));
      // Who enters afterwards is enrolled; publishing it once more changes nothing.
      await move(early.id, 'Oslo');
      await runChecks('2027-09-05T12:40:00Z');
      await move(early.id, city);
      await setStatus(funnel.id, 'published');
      await runChecks('2027-09-05T12:50:00Z');
      expect((await inside(funnel.id)).slice(before.length)).toEqual([...added, early.id]);
    });

    it('start over with another segment, and stop while the funnel is paused', async () => {
      await clock.to('2027-09-03T12:00:00Z');
      const [one, other] = [await inCity('Narvik'), await inCity('Harstad')];
      const [narvik, harstad] = [
        await world.given.contact({ city: 'Narvik' }),
        await world.given.contact({ city: 'Harstad' }),
      ];
      const funnel = await world.given.publishedFunnel({
        trigger_name: 'segment_entered',
        settings: { segment_id: one.id },
        sequences: [tenDays],
      });
      await runChecks();
      await world.all
        .put(`/funnels/${funnel.id}`)
        .send({ settings: { segment_id: other.id } })
        .expect(200);
      await runChecks('2027-09-03T12:01:00Z');
      expect(await inside(funnel.id)).toEqual([]);
      await setStatus(funnel.id, 'paused');
      await move(narvik.id, 'Harstad');
      await runChecks('2027-09-03T12:05:00Z');
      expect(await inside(funnel.id)).toEqual([]);
      await setStatus(funnel.id, 'published');
      await runChecks('2027-09-03T12:06:00Z');
      expect(await inside(funnel.id)).toEqual([]);
      const members = await world.db.query<{ id: number }>(
        'SELECT contact_id AS id FROM funnel_watch_members WHERE funnel_id = :id ORDER BY contact_id',
        { id: funnel.id },
      );
      expect(members.map(({ id }) => id).sort((a, b) => a - b)).toEqual([narvik.id, harstad.id].sort((a, b) => a - b));
      await world.all.delete(`/subscribers/${narvik.id}`).expect(200);
      await world.settle();
      const left = await world.db.query<{ id: number }>(
        'SELECT contact_id AS id FROM funnel_watch_members WHERE funnel_id = :id',
        { id: funnel.id },
      );
      expect(left).toEqual([{ id: harstad.id }]);
    });

    it('enroll no contact whom only a deleted tag kept out of it', async () => {
      await clock.to('2027-09-06T12:00:00Z');
      const tag = await world.given.tag();
      const segment = await world.given.segment({
        filters: [[{ source: ['tags', 'id'], operator: 'not_contains', value: tag.id }]],
      });
      const { id } = await world.given.contact({ tags: [tag.id] });
      const funnel = await world.given.publishedFunnel({
        trigger_name: 'segment_entered',
        settings: { segment_id: segment.id },
      });
      await runChecks();
      await world.all.delete(`/tags/${tag.id}`).expect(200);
      await runChecks('2027-09-06T12:10:00Z');
      await runChecks('2027-09-06T12:20:00Z');
      expect(await inside(funnel.id)).not.toContain(id);
    });

    it('wait for a deleted segment without blocking others', async () => {
      await clock.to('2027-09-04T12:00:00Z');
      const [lost, valid] = [await inCity('Hamar'), await inCity('Hamar')];
      const given = (segment_id: number) =>
        world.given.publishedFunnel({
          trigger_name: 'segment_entered',
          settings: { segment_id, include_existing: 'yes' },
          sequences: [tenDays],
        });
      const [one, other] = [await given(lost.id), await given(valid.id)];
      const { id } = await world.given.contact({ city: 'Hamar' });
      await world.all.delete(`/segments/${lost.id}`).expect(200);
      await runChecks();
      expect([await inside(one.id), await inside(other.id)]).toEqual([[], [id]]);
      expect((await watchOf(one.id))?.next).toEqual(new Date('2027-09-04T12:01:00Z'));
    });
  });

  it('check all contacts in chunks, without loss or repeats with concurrent workers and failures', async () => {
    await clock.to('2027-10-01T12:00:00Z');
    const list = await world.given.list();
    await insertSubscribers(world.db, list.id, 'crowd', 12_000);
    await world.db.transaction((tx) =>
      tx.execute(`UPDATE contacts SET city = 'Crowd' WHERE email LIKE 'crowd-%0@example.com'`),
    );
    const segment = await world.given.segment({
      filters: [[{ source: ['subscriber', 'city'], operator: '=', value: 'Crowd' }]],
    });
    const funnel = await world.given.publishedFunnel({
      trigger_name: 'segment_entered',
      settings: { segment_id: segment.id, include_existing: 'yes' },
      conditions: { reentry: { mode: 'always' } },
    });
    // The first chunk is committed; every other one fails after enrolling contacts, as after a crash.
    let written = 0;
    const repair = injectDatabaseFaults((sql) =>
      sql.includes('UPDATE funnel_watches') && (written += 1) >= 2 ? 'broken' : undefined,
    );
    await runChecks();
    repair();
    const halfway = await watchOf(funnel.id);
    expect(halfway?.position).toBeGreaterThan(0);
    expect(await inside(funnel.id)).not.toHaveLength(1_200);

    const watches = world.worker!.get(FunnelWatches, { strict: false });
    for (let more = true; more;) {
      const both = await Promise.all([watches.advance(funnel.id), watches.advance(funnel.id)]);
      more = both.some(Boolean);
    }
    // The worker's own schedule may have run as well.
    await runChecks();
    const people = await inside(funnel.id);
    expect(people).toHaveLength(1_200);
    expect(new Set(people).size).toBe(1_200);
    expect(await watchOf(funnel.id)).toMatchObject({ baseline: 1, position: 0 });
  });
});
