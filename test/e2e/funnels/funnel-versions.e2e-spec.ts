import { FunnelMigration } from '../../../src/modules/funnels/enrollments/funnel-migration.service.js';
import { insertSubscribers } from '../../support/builders/audience.js';
import type { GivenFunnel, GivenStep } from '../../support/given.js';
import { ManualClock } from '../../support/manual-clock.js';
import { World } from '../../support/world.js';

const START = '2026-03-02T09:00:00.000Z';
const after = (amount: number): string => new Date(Date.parse(START) + amount * 86_400_000).toISOString();
const days = (amount: number, more: Record<string, unknown> = {}) => ({
  action_name: 'wait_times',
  settings: { wait_type: 'unit_wait', wait_time_amount: amount, wait_time_unit: 'days' },
  ...more,
});

interface Entry {
  readonly subscriber_id: number;
  readonly status: string;
  readonly last_sequence_id: number | null;
  readonly next_sequence_id: number | null;
  readonly next_execution_time: string | null;
}

describe('versions of a funnel', () => {
  let world: World;
  let clock: ManualClock;
  beforeAll(async () => {
    world = await World.start();
  });
  beforeEach(() => {
    clock = new ManualClock(world, START);
  });

  const save = async (funnel: { id: number }, sequences: unknown[], migrate?: string): Promise<GivenFunnel> => {
    const { body } = await world.all.put(`/funnels/${funnel.id}/sequences`).send({ sequences, migrate }).expect(200);
    return body.funnel;
  };
  const versionsOf = async ({ id }: { id: number }) =>
    (await world.all.get(`/funnels/${id}/versions`).expect(200)).body.versions;

  /** Published, with an active enrollment for each contact. */
  async function publishedWithEnrollments(
    sequences: unknown[],
    people: number,
  ): Promise<{ funnel: GivenFunnel; contacts: number[] }> {
    const funnel = await world.given.funnel({ sequences });
    await world.all.put(`/funnels/${funnel.id}/status`).send({ status: 'published' }).expect(200);
    const contacts: number[] = [];
    for (let made = 0; made < people; made += 1) contacts.push((await world.given.contact()).id);
    await world.all.post(`/funnels/${funnel.id}/subscribers`).send({ subscribers: contacts }).expect(200);
    await world.settle();
    return { funnel, contacts };
  }

  async function entryOf(funnel: { id: number }, contactId: number | undefined): Promise<Entry> {
    const { body } = await world.all.get(`/funnels/${funnel.id}/subscribers?per_page=1000`).expect(200);
    const [entry] = (body.funnel_subscribers.data as Entry[]).filter((row) => row.subscriber_id === contactId);
    if (!entry) throw new Error('no active enrollment');
    return entry;
  }

  it('are immutable, and steps sent with their id keep their identity', async () => {
    const tag = await world.given.tag();
    const first = await world.given.funnel({ sequences: [days(1, { title: 'A' }), days(2, { title: 'B' })] });
    const [a, b] = first.sequences;
    const second = await save(first, [
      { ...days(9), id: b?.id, title: 'B, longer' },
      { action_name: 'add_contact_to_tag', title: 'New', settings: { tags: [tag.id] } },
      a,
    ]);
    expect(second.version).toBe(2);
    expect(second.sequences.map(({ id, title }) => [id, title])).toEqual([
      [b?.id, 'B, longer'],
      [expect.any(Number), 'New'],
      [a?.id, 'A'],
    ]);
    expect(second.sequences).toMatchObject([{ version: 2 }, { version: 2 }, { version: 1 }]);

    const old = await world.all.get(`/funnels/${first.id}/versions/1`).expect(200);
    expect(old.body.version).toMatchObject({ version: 1, steps_count: 2, sequences: first.sequences });
    const third = await save(first, [a]);
    expect(third).toMatchObject({ version: 3, sequences: [{ id: a?.id }] });
    // A removed step can come back with its identity.
    const fourth = await save(first, [
      { ...days(4), id: b?.id },
      { ...days(5), id: a?.id },
    ]);
    expect(fourth.sequences.map(({ id }) => id)).toEqual([b?.id, a?.id]);
    expect(await versionsOf(first)).toEqual(
      [4, 3, 2, 1].map((version) => ({
        version,
        created_at: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T.*Z$/),
        created_by: expect.any(Number),
        restored_from: null,
        steps_count: [0, 2, 3, 1, 2][version],
        active_count: 0,
      })),
    );
  });

  it('refuse steps of other funnels, and duplicated ids', async () => {
    const [own, other] = [
      await world.given.funnel({ sequences: [days(1)] }),
      await world.given.funnel({ sequences: [days(1)] }),
    ];
    const response = await world.all
      .put(`/funnels/${own.id}/sequences`)
      .send({ sequences: [other.sequences[0], own.sequences[0], own.sequences[0]] })
      .expect(400);
    expect(Object.keys(response.body.data.params)).toEqual(['sequences.0.id', 'sequences.2.id']);
    expect(await versionsOf(own)).toHaveLength(1);
    const missing = await world.all.put(`/funnels/${own.id}/sequences`).send({}).expect(400);
    expect(missing.body.message).toBe('Invalid parameter: sequences is required');
    const odd = await world.all.put(`/funnels/${own.id}/sequences`).send({ sequences: [], migrate: 'so' }).expect(400);
    expect(odd.body.data.params).toEqual({ migrate: 'must be true or false' });
  });

  it('are two when two are saved concurrently', async () => {
    const funnel = await world.given.funnel({ sequences: [days(1)] });
    const answers = await Promise.all(
      [2, 3, 4, 5].map((amount) =>
        world.all.put(`/funnels/${funnel.id}/sequences`).send({ sequences: [...funnel.sequences, days(amount)] }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(answers.map(({ body }) => body.funnel.version).sort()).toEqual([2, 3, 4, 5]);
    const present = (await world.all.get(`/funnels/${funnel.id}?with[]=sequences`)).body.funnel;
    expect(present.sequences).toEqual(answers.find(({ body }) => body.funnel.version === 5)?.body.funnel.sequences);
    expect((await versionsOf(funnel)).map(({ version }: { version: number }) => version)).toEqual([5, 4, 3, 2, 1]);
  });

  it('are restored as new versions with the same steps', async () => {
    const funnel = await world.given.funnel({ sequences: [days(1), days(2)] });
    await save(funnel, []);
    const { body } = await world.all.post(`/funnels/${funnel.id}/versions/1/restore`).send({}).expect(200);
    expect(body.message).toBe('Version 1 has been restored as version 3.');
    expect(body.funnel).toMatchObject({ version: 3, sequences: funnel.sequences });
    expect((await versionsOf(funnel))[0]).toMatchObject({ version: 3, restored_from: 1, steps_count: 2 });
    for (const version of ['4', '0', 'x']) {
      await world.all.post(`/funnels/${funnel.id}/versions/${version}/restore`).send({}).expect(404);
      await world.all.get(`/funnels/${funnel.id}/versions/${version}`).expect(404);
    }
  });

  it('do not affect active enrollments without `migrate`', async () => {
    const { funnel, contacts } = await publishedWithEnrollments([days(1), days(2)], 1);
    await save(funnel, [days(7)]);
    await world.settle();
    expect(await versionsOf(funnel)).toMatchObject([
      { version: 2, active_count: 0 },
      { version: 1, active_count: 1 },
    ]);
    await clock.forward({ days: 1 });
    expect(await entryOf(funnel, contacts[0])).toMatchObject({
      status: 'active',
      last_sequence_id: funnel.sequences[0]?.id,
      next_sequence_id: funnel.sequences[1]?.id,
      next_execution_time: after(3),
    });
  });

  it('keep migrated enrollments at their step', async () => {
    const [tagA, tagB] = [await world.given.tag(), await world.given.tag()];
    const tagging = ({ id }: { id: number }) => ({ action_name: 'add_contact_to_tag', settings: { tags: [id] } });
    const { funnel, contacts } = await publishedWithEnrollments([tagging(tagA), days(2), days(4), tagging(tagB)], 2);
    const [first, second, third, last] = funnel.sequences as [GivenStep, GivenStep, GivenStep, GivenStep];
    const place = () => entryOf(funnel, contacts[0]);
    expect(await place()).toMatchObject({ next_sequence_id: second.id, next_execution_time: after(2) });
    await clock.forward({ hours: 12 });

    // Another wait: counted from its start.
    await save(funnel, [first, { ...second, ...days(5) }, third, last], 'yes');
    await world.settle();
    expect(await place()).toMatchObject({ next_sequence_id: second.id, next_execution_time: after(5) });
    // The same step: due as before.
    const fourth = await save(funnel, [days(30), { ...second, ...days(5), title: 'Renamed' }, last, third], 'yes');
    await world.settle();
    expect(await place()).toMatchObject({ next_sequence_id: second.id, next_execution_time: after(5) });
    // Removed: continues with the next step, from now.
    await clock.forward({ hours: 12 });
    await save(funnel, [fourth.sequences[0], third], 'yes');
    await world.settle();
    expect(await place()).toMatchObject({
      last_sequence_id: first.id,
      next_sequence_id: third.id,
      next_execution_time: after(5),
    });
    const counts = await world.db.query<{ id: number; entered: number; abandoned: number }>(
      'SELECT step_id AS id, entered, abandoned FROM funnel_step_counts WHERE step_id = :id',
      { id: second.id },
    );
    expect(counts).toEqual([{ id: second.id, entered: 2, abandoned: 2 }]);
    expect((await versionsOf(funnel)).map(({ active_count }: { active_count: number }) => active_count)).toEqual([
      2, 0, 0, 0,
    ]);
    // No step left ahead: the end.
    await save(funnel, [first], 'yes');
    await world.settle();
    expect(await place()).toMatchObject({ status: 'completed', last_sequence_id: first.id, next_sequence_id: null });
  });

  it('check past events for enrollments that wait for another event now', async () => {
    const [awaited, had] = [await world.given.tag(), await world.given.tag()];
    const until = (tag: { id: number }, more: Record<string, unknown> = {}) => ({
      action_name: 'tag_applied',
      settings: { type: 'required', tags: [tag.id] },
      ...more,
    });
    const { funnel, contacts } = await publishedWithEnrollments([until(awaited), days(1)], 1);
    const [waiting, last] = funnel.sequences;
    await world.all
      .put(`/subscribers/${contacts[0]}`)
      .send({ attach_tags: [had.id] })
      .expect(200);
    await world.settle();
    expect(await entryOf(funnel, contacts[0])).toMatchObject({
      next_sequence_id: waiting?.id,
      next_execution_time: null,
    });
    await save(funnel, [until(had, { id: waiting?.id }), last], 'yes');
    await world.settle();
    expect(await entryOf(funnel, contacts[0])).toMatchObject({
      next_sequence_id: last?.id,
      next_execution_time: after(1),
    });
    const { body } = await world.all
      .post(`/funnels/${funnel.id}/versions/1/restore`)
      .send({ migrate: 'yes' })
      .expect(200);
    await world.settle();
    expect((await versionsOf(funnel))[0]).toMatchObject({ version: body.funnel.version, active_count: 1 });
  });

  it('continue a migration when the next version is saved without `migrate`', async () => {
    const { funnel, contacts } = await publishedWithEnrollments([days(1)], 1);
    // No worker runs between the two saves.
    await world.all.put(`/funnels/${funnel.id}/status`).send({ status: 'paused' }).expect(200);
    const moved = jest.spyOn(world.worker!.get(FunnelMigration, { strict: false }), 'pending').mockResolvedValue([]);
    const second = await save(funnel, [{ ...days(3), id: funnel.sequences[0]?.id }], 'yes');
    const third = await save(funnel, [{ ...days(9), id: funnel.sequences[0]?.id }], 'no');
    moved.mockRestore();
    await world.settle();
    expect(await versionsOf(funnel)).toMatchObject([
      { version: third.version, active_count: 0 },
      { version: second.version, active_count: 1 },
      { version: 1, active_count: 0 },
    ]);
    expect(await entryOf(funnel, contacts[0])).toMatchObject({ next_execution_time: after(3) });
  });

  it('migrate all enrollments after an interruption between two chunks', async () => {
    const list = await world.given.list();
    await insertSubscribers(world.db, list.id, 'moved', 1_200);
    const contacts = await world.db.query<{ id: number }>(`SELECT id FROM contacts WHERE email LIKE 'moved-%'`);
    const funnel = await world.given.funnel({ sequences: [days(1), days(2)] });
    await world.all.put(`/funnels/${funnel.id}/status`).send({ status: 'published' }).expect(200);
    for (let start = 0; start < contacts.length; start += 1_000)
      await world.all
        .post(`/funnels/${funnel.id}/subscribers`)
        .send({ subscribers: contacts.slice(start, start + 1_000).map(({ id }) => id) })
        .expect(200);
    const migration = world.worker!.get(FunnelMigration, { strict: false });
    const pending = jest.spyOn(migration, 'pending').mockResolvedValue([]);
    const [, second] = funnel.sequences as [GivenStep, GivenStep];
    await save(funnel, [second], 'yes');
    const walk = await migration.migrateChunk(funnel.id, null);
    expect(walk?.after).toBeGreaterThan(0);
    expect(await versionsOf(funnel)).toMatchObject([{ active_count: 500 }, { active_count: 700 }]);
    // Other processes without that progress walk at the same time.
    pending.mockRestore();
    const other = world.api.get(FunnelMigration, { strict: false });
    for (let there = await other.migrateChunk(funnel.id, null); there !== null;)
      there = await other.migrateChunk(funnel.id, there);
    await world.settle();
    expect(await versionsOf(funnel)).toMatchObject([{ active_count: 1_200 }, { active_count: 0 }]);
    const places = await world.db.query<{ next: number; due: Date; people: number }>(
      `SELECT next_step_id AS next, due_at AS due, COUNT(*) AS people FROM funnel_entries
        WHERE funnel_id = :id GROUP BY next_step_id, due_at`,
      { id: funnel.id },
    );
    expect(places).toEqual([{ next: second.id, due: new Date(after(2)), people: 1_200 }]);
    const [counts] = await world.db.query('SELECT entered, abandoned FROM funnel_step_counts WHERE step_id = :id', {
      id: second.id,
    });
    expect(counts).toEqual({ entered: 1_200, abandoned: 0 });
  });
});
