import { FunnelWatchesScheduler } from '../../../src/modules/funnels/triggers/funnel-watches.scheduler.js';
import { ManualClock } from '../../support/manual-clock.js';
import { World } from '../../support/world.js';

const tenDays = {
  action_name: 'wait_times',
  settings: { wait_type: 'unit_wait', wait_time_amount: 10, wait_time_unit: 'days' },
};

describe('date triggers', () => {
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
});
