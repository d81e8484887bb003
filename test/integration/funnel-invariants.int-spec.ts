import { ManualClock } from '../support/manual-clock.js';
import { World } from '../support/world.js';

const ROUNDS = 45;
const FUNNELS = 3;
const PEOPLE = 14;
/** In the past, so that the events of the real clock come after every enrollment. */
const START = '2026-03-02T09:00:00.000Z';

/** Returns the same numbers for the same seed, so that a failure is reproducible. */
function dice(seed: number): (sides: number) => number {
  let state = seed;
  return (sides) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor((state / 2 ** 31) * sides);
  };
}

interface SequenceBody {
  readonly id?: number;
  readonly [member: string]: unknown;
}

describe('funnels under random changes', () => {
  let world: World;
  let clock: ManualClock;
  beforeAll(async () => {
    world = await World.start();
    clock = new ManualClock(world, START);
  });

  /** Returns the violated invariants with the number of rows; empty if there is none. */
  async function violations(): Promise<Record<string, number>> {
    const rules: Record<string, string> = {
      'an ended enrollment with a due time or a next step': `SELECT 1 FROM funnel_entries
         WHERE status <> 'active' AND (due_at IS NOT NULL OR next_step_id IS NOT NULL OR active_contact_id IS NOT NULL
            OR completed_at IS NULL)`,
      'an active enrollment without a contact or a due time': `SELECT 1 FROM funnel_entries e
          LEFT JOIN contacts c ON c.id = e.active_contact_id
         WHERE e.status = 'active' AND (c.id IS NULL OR (e.due_at IS NULL AND NOT EXISTS (
           SELECT 1 FROM funnel_versions v, JSON_TABLE(v.steps, '$[*]' COLUMNS (
               id INT PATH '$.id', action VARCHAR(64) PATH '$.action', kind VARCHAR(16) PATH '$.settings.type')) s
            WHERE v.id = e.version_id AND s.id = e.next_step_id AND s.action = 'tag_applied' AND s.kind = 'required')))`,
      'a contact that waits for a tag that it has': `SELECT 1 FROM funnel_entries e
          JOIN funnel_versions v ON v.id = e.version_id
          JOIN JSON_TABLE(v.steps, '$[*]' COLUMNS (
               id INT PATH '$.id', action VARCHAR(64) PATH '$.action', tag INT PATH '$.settings.tags[0]')) s
            ON s.id = e.next_step_id AND s.action = 'tag_applied'
          JOIN contact_tags t ON t.contact_id = e.contact_id AND t.tag_id = s.tag
         WHERE e.status = 'active' AND e.due_at IS NULL`,
      'an active enrollment in a version without its step': `SELECT 1 FROM funnel_entries e
          JOIN funnel_versions v ON v.id = e.version_id
         WHERE e.next_step_id IS NOT NULL
           AND NOT EXISTS (SELECT 1 FROM JSON_TABLE(v.steps, '$[*]' COLUMNS (id INT PATH '$.id')) s
                            WHERE s.id = e.next_step_id)`,
      'an overdue enrollment in a published funnel': `SELECT 1 FROM funnel_entries e
          JOIN funnels f ON f.id = e.funnel_id AND f.status = 'published' AND f.deleted_at IS NULL
         WHERE e.due_at <= :now`,
      'an enrollment in a deleted funnel': `SELECT 1 FROM funnel_entries e
          JOIN funnels f ON f.id = e.funnel_id WHERE f.deleted_at IS NOT NULL`,
      'an enrollment without exactly one event': `SELECT 1 FROM funnel_entries e
          LEFT JOIN domain_events d ON d.type = 'funnel.subscriber_added'
               AND CAST(JSON_EXTRACT(d.data, '$.funnel_subscriber.id') AS UNSIGNED) = e.id
         GROUP BY e.id HAVING COUNT(d.id) <> 1`,
      'an end without exactly one event': `SELECT 1 FROM funnel_entries e
          LEFT JOIN domain_events d ON d.type IN ('funnel.subscriber_completed', 'funnel.subscriber_exited')
               AND CAST(JSON_EXTRACT(d.data, '$.funnel_subscriber.id') AS UNSIGNED) = e.id
         GROUP BY e.id, e.status HAVING COUNT(d.id) <> (e.status <> 'active')`,
      'an enrollment with two events': `SELECT 1 FROM domain_events WHERE type = 'funnel.subscriber_added'
         GROUP BY JSON_EXTRACT(data, '$.funnel_subscriber.id') HAVING COUNT(*) > 1`,
      'an end with two events': `SELECT 1 FROM domain_events
         WHERE type IN ('funnel.subscriber_completed', 'funnel.subscriber_exited')
         GROUP BY JSON_EXTRACT(data, '$.funnel_subscriber.id') HAVING COUNT(*) > 1`,
      'a step with two events for one enrollment': `SELECT 1 FROM domain_events WHERE type = 'funnel.sequence_completed'
         GROUP BY JSON_EXTRACT(data, '$.funnel_subscriber.id'), JSON_EXTRACT(data, '$.sequence.id') HAVING COUNT(*) > 1`,
      'a step run without an event': `SELECT 1 FROM funnel_step_runs r
          LEFT JOIN domain_events d ON d.type = 'funnel.sequence_completed'
               AND CAST(JSON_EXTRACT(d.data, '$.funnel_subscriber.id') AS UNSIGNED) = r.entry_id
               AND CAST(JSON_EXTRACT(d.data, '$.sequence.id') AS UNSIGNED) = r.step_id
         WHERE r.outcome = 'done' AND d.id IS NULL`,
      'a funnel whose counters differ from its enrollments': `SELECT 1 FROM funnels f
          LEFT JOIN funnel_counts c ON c.funnel_id = f.id
         WHERE COALESCE(c.entered, 0) <> (SELECT COUNT(*) FROM domain_events
                 WHERE type = 'funnel.subscriber_added' AND subject_id = f.id)
            OR COALESCE(c.entered - c.completed - c.cancelled, 0) <>
               (SELECT COUNT(*) FROM funnel_entries e WHERE e.funnel_id = f.id AND e.status = 'active')`,
      'exit reasons that do not add up': `SELECT 1 FROM funnel_counts c
         WHERE c.cancelled > (SELECT COALESCE(SUM(total), 0) FROM funnel_exits x WHERE x.funnel_id = c.funnel_id)`,
      'a step whose counters differ from the waiting enrollments': `SELECT 1 FROM funnel_step_counts c
         WHERE CAST(c.entered AS SIGNED) - c.completed - c.skipped - c.failed - c.abandoned <>
               (SELECT COUNT(*) FROM funnel_entries e WHERE e.next_step_id = c.step_id)`,
      'a next step without counters': `SELECT 1 FROM funnel_entries e
          LEFT JOIN funnel_step_counts c ON c.step_id = e.next_step_id
         WHERE e.next_step_id IS NOT NULL AND c.step_id IS NULL`,
      'a parked event': 'SELECT 1 FROM parked_events',
    };
    const found: Record<string, number> = {};
    for (const [rule, sql] of Object.entries(rules)) {
      const count = (await world.db.query(sql, sql.includes(':now') ? { now: clock.now } : {})).length;
      if (count > 0) found[rule] = count;
    }
    return found;
  }

  it('lose no contact, run no step twice and count every contact', async () => {
    const seed = Number(process.env['FUNNEL_SEED'] ?? Math.floor(Math.random() * 2 ** 31));
    const roll = dice(seed);
    const oneOf = <Thing>(things: readonly Thing[]): Thing => things[roll(things.length)] as Thing;
    const tags: number[] = [];
    for (let made = 0; made < 4; made += 1) tags.push((await world.given.tag()).id);
    let people: number[] = [];
    for (let made = 0; made < PEOPLE; made += 1)
      people.push((await world.given.contact(made % 2 ? { city: 'Paris' } : {})).id);
    const inParis = [[{ source: ['subscriber', 'city'], operator: '=', value: 'Paris' }]];
    let funnels: number[] = [];
    const log: string[] = [];

    const step = (depth: number): SequenceBody => {
      const conditions = roll(5) === 0 ? { conditions: inParis } : {};
      const wait = (settings: Record<string, unknown>): SequenceBody => ({
        ...conditions,
        action_name: 'wait_times',
        settings: { wait_type: 'unit_wait', wait_time_amount: 1 + roll(3), wait_time_unit: 'days', ...settings },
      });
      const kinds: (() => SequenceBody)[] = [
        () => wait({}),
        () => ({
          ...conditions,
          action_name: oneOf(['add_contact_to_tag', 'detach_contact_from_tag']),
          settings: { tags: [oneOf(tags)] },
        }),
        () => ({
          ...conditions,
          action_name: 'tag_applied',
          delay: roll(2) * 3_600,
          settings: { type: oneOf(['required', 'optional']), tags: [oneOf(tags)] },
        }),
        () => ({
          ...conditions,
          action_name: oneOf(['add_to_funnel', 'remove_from_funnel']),
          settings: { funnel_id: oneOf(funnels) },
        }),
        () => ({
          action_name: 'wait_times',
          settings: {
            wait_type: 'event',
            event: 'tag_applied',
            tags: [oneOf(tags)],
            timeout_amount: 2,
            timeout_unit: 'days',
          },
        }),
        () => ({
          action_name: 'funnel_condition',
          settings: { conditions: inParis },
          children: { yes: steps(depth + 1, 2), no: steps(depth + 1, 2) },
        }),
        () => ({ action_name: 'end_this_funnel' }),
      ];
      const possible = kinds.filter(
        (_kind, index) => (index !== 3 || funnels.length > 0) && (index !== 5 || depth < 2),
      );
      return oneOf(possible)();
    };
    const steps = (depth: number, most: number): SequenceBody[] =>
      Array.from({ length: roll(most + 1) }, () => step(depth));
    const shuffled = (known: readonly SequenceBody[]): SequenceBody[] =>
      [...known, ...steps(0, 2)]
        .map((each) => [roll(1_000), each] as const)
        .sort(([one], [other]) => one - other)
        .map(([, each]) => each)
        .slice(roll(3) === 0 ? 1 : 0);
    const conditions = () => ({
      reentry: oneOf([{ mode: 'always' }, { mode: 'never' }, { mode: 'after_days', days: 2 }]),
      exit: oneOf([{ mode: 'none' }, { mode: 'goal', goal: { event: 'tag_applied', tags: [oneOf(tags)] } }]),
    });
    const make = async (): Promise<void> => {
      const { status, body } = await world.all.post('/funnels').send({
        ...{ title: 'Any', trigger_name: 'tag_applied', settings: { tags: [oneOf(tags)] } },
        ...{ conditions: conditions(), sequences: steps(0, 5) },
      });
      // For example, a loop without a delay is refused.
      if (status !== 200) return;
      funnels.push(body.funnel.id);
      await world.all.put(`/funnels/${body.funnel.id}/status`).send({ status: 'published' }).expect(200);
    };

    const change = async (): Promise<unknown> => {
      if (funnels.length === 0 || people.length === 0) return make();
      const [funnel, person, tag] = [oneOf(funnels), oneOf(people), oneOf(tags)];
      const changes: Record<string, () => PromiseLike<unknown>> = {
        tag: () => world.all.put(`/subscribers/${person}`).send({ subscriber: { attach_tags: [tag] } }),
        'tag again': () => world.all.put(`/subscribers/${oneOf(people)}`).send({ subscriber: { attach_tags: [tag] } }),
        untag: () => world.all.put(`/subscribers/${person}`).send({ subscriber: { detach_tags: [tag] } }),
        enroll: () => world.all.post(`/funnels/${funnel}/subscribers`).send({ subscribers: [person] }),
        remove: () => world.all.delete(`/funnels/${funnel}/subscribers/${person}`),
        status: () =>
          world.all.put(`/funnels/${funnel}/status`).send({ status: oneOf(['paused', 'published', 'published']) }),
        edit: async () => {
          const { body } = await world.all.get(`/funnels/${funnel}/sequences`).expect(200);
          const migrate = oneOf(['yes', 'yes', 'no']);
          return world.all.put(`/funnels/${funnel}/sequences`).send({ sequences: shuffled(body.sequences), migrate });
        },
        move: () => world.all.put(`/subscribers/${person}`).send({ subscriber: { city: oneOf(['Paris', 'Rome']) } }),
        'opt out': () => world.all.put(`/subscribers/${person}`).send({ subscriber: { status: 'unsubscribed' } }),
        clock: () => clock.forward({ hours: 6 + roll(60) }),
        delete: () => {
          if (roll(4) > 0) return Promise.resolve();
          people = people.filter((id) => id !== person);
          return world.all.delete(`/subscribers/${person}`);
        },
        'delete funnel': () => {
          if (roll(4) > 0) return Promise.resolve();
          funnels = funnels.filter((id) => id !== funnel);
          return world.all.delete(`/funnels/${funnel}`);
        },
        make: () => (funnels.length < FUNNELS ? make() : Promise.resolve()),
      };
      const name = oneOf(Object.keys(changes));
      log.push(`${name} ${funnel} ${person} ${tag}`);
      return changes[name]?.();
    };

    try {
      for (let made = 0; made < FUNNELS; made += 1) await make();
      for (let round = 0; round < ROUNDS; round += 1)
        for (const answer of await Promise.all([change(), change(), change()]))
          expect((answer as { status?: number } | undefined)?.status ?? 200).toBeLessThan(500);
      await world.settle();
      expect(await violations()).toEqual({});
      for (const id of funnels) await world.all.put(`/funnels/${id}/status`).send({ status: 'published' }).expect(200);
      for (let day = 0; day < 12; day += 1) await clock.forward({ days: 4 });
      expect(await violations()).toEqual({});
      const [events] = await world.db.query<{ total: number }>('SELECT COUNT(*) AS total FROM domain_events');
      expect(events?.total).toBeGreaterThan(PEOPLE);
    } catch (error) {
      throw new Error(`with FUNNEL_SEED=${seed}: ${(error as Error).message}\n${log.join('\n')}`, { cause: error });
    }
  });
});
