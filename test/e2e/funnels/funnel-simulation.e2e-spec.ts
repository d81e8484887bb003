import { FunnelSimulations } from '../../../src/modules/funnels/simulation/funnel-simulations.service.js';
import { type VariedPeople, variedPeople } from '../../support/builders/varied-people.js';
import { ManualClock } from '../../support/manual-clock.js';
import { SmtpSink } from '../../support/smtp-sink.js';
import { standingClock } from '../../support/standing-clock.js';
import { differences, storedRows } from '../../support/stored-rows.js';
import { World } from '../../support/world.js';

type Step = Readonly<Record<string, unknown>>;
interface Funnel {
  readonly id: number;
  /** By the title of the step. */
  readonly steps: ReadonlyMap<string, number>;
}

const BODY = '<p>Hello {{ contact.first_name }}</p><p><a href="{{ unsubscribe_url }}">Unsubscribe</a></p>';
const mail = (title: string): Step => ({
  action_name: 'send_custom_email',
  title,
  settings: { email_subject: title, email_body: BODY },
});
const wait = (title: string, settings: object): Step => ({ action_name: 'wait_times', title, settings });
const days = (title: string, amount: number): Step =>
  wait(title, { wait_type: 'unit_wait', wait_time_amount: amount, wait_time_unit: 'days' });
const tagging = (title: string, tagId: number): Step => ({
  action_name: 'add_contact_to_tag',
  title,
  settings: { tags: [tagId] },
});
const rule = (entity: string, field: string, operator: string, value: unknown): object[][] => [
  [{ source: [entity, field], operator, value }],
];
const condition = (title: string, conditions: object[][], yes: Step[], no: Step[]): Step => ({
  action_name: 'funnel_condition',
  title,
  settings: { conditions },
  children: { yes, no },
});
const split = (title: string, ways: Readonly<Record<string, readonly Step[]>>): Step => ({
  action_name: 'funnel_split',
  title,
  settings: { branches: Object.keys(ways).map((key) => ({ key, weight: 10 })) },
  children: ways,
});

describe('funnel simulation', () => {
  const start = '2027-03-24T18:30:00.000Z';
  let world: World;
  let sink: SmtpSink;
  let made = 0;

  beforeAll(async () => {
    sink = await SmtpSink.start();
    world = await World.start({ env: { SMTP_URL: sink.url, APP_TIMEZONE: 'Europe/Berlin' } });
    new ManualClock(world, start);
  });

  const funnel = async (sequences: readonly Step[], rest: Readonly<Record<string, unknown>> = {}): Promise<Funnel> => {
    const { body } = await world.all
      .post('/funnels')
      .send({ title: `Funnel ${(made += 1)}`, trigger_name: 'custom_simulated', sequences, ...rest })
      .expect(200);
    const { id } = body.funnel;
    const tree = await world.all.get(`/funnels/${id}/sequences`).expect(200);
    return { id, steps: new Map(titlesOf(tree.body.sequences)) };
  };
  const simulated = async (id: number, body: object) =>
    (await world.all.post(`/funnels/${id}/simulate`).send(body).expect(200)).body;
  const later = (ms: number): string => new Date(new Date(start).getTime() + ms).toISOString();
  const DAY = 86_400_000;
  /** Five days in local time: daylight saving starts on 28 March. */
  const FIVE_DAYS = 5 * DAY - 3_600_000;

  it('shows when each step would run and which branch is chosen', async () => {
    const tag = await world.given.tag();
    const french = await world.given.contact({ country: 'FR' });
    const { id, steps } = await funnel([
      tagging('Tag', tag.id),
      { ...mail('First'), delay: 600 },
      days('Two days', 2),
      condition('French?', rule('subscriber', 'country', '=', 'FR'), [mail('Bonjour')], [mail('Hello')]),
      { ...mail('For Germans'), conditions: rule('subscriber', 'country', '=', 'DE') },
      wait('An order or three days', {
        ...{ wait_type: 'event', event: 'order_received', timeout_amount: 3, timeout_unit: 'days' },
      }),
    ]);
    const { contacts, ...rest } = await simulated(id, { contact_id: french.id });
    expect(rest).toMatchObject({ funnel_id: id, version: 1, from: start, until: later(30 * DAY) });
    const first = 600_000;
    expect(contacts).toEqual([
      {
        subscriber_id: french.id,
        ends: 'completed',
        exit_reason: null,
        ended_at: later(first + FIVE_DAYS),
        waiting_for: null,
        steps: [
          ['Tag', 'add_contact_to_tag', 0, 'done', null, null],
          ['First', 'send_custom_email', first, 'done', null, null],
          ['Two days', 'wait_times', first + 2 * DAY, 'done', null, null],
          ['French?', 'funnel_condition', first + 2 * DAY, 'done', 'yes', null],
          ['Bonjour', 'send_custom_email', first + 2 * DAY, 'done', null, null],
          ['For Germans', 'send_custom_email', first + 2 * DAY, 'skipped', null, 'conditions'],
          ['An order or three days', 'wait_times', first + FIVE_DAYS, 'done', null, 'timed_out'],
        ].map(([title, action_name, at, status, branch, detail]) => ({
          ...{ sequence_id: steps.get(String(title)), title, action_name, at: later(Number(at)) },
          ...{ status, branch, detail },
        })),
      },
    ]);
  });

  it('writes nothing, sends no email and appends no event', async () => {
    const [tag, list, company, field, contact] = [
      await world.given.tag(),
      await world.given.list(),
      await world.given.company(),
      await world.given.customField(),
      await world.given.contact(),
    ];
    const other = await funnel([days('A day', 1)]);
    await world.all.put(`/funnels/${other.id}/status`).send({ status: 'published' }).expect(200);
    const { id, steps } = await funnel(
      [
        mail('Mail'),
        tagging('Tag', tag.id),
        { action_name: 'add_contact_to_list', settings: { lists: [list.id] } },
        { action_name: 'add_contact_to_company', settings: { companies: [company.id] } },
        {
          action_name: 'update_contact_property',
          settings: {
            properties: [
              { key: 'city', value: 'Paris' },
              { key: `custom.${field.slug}`, value: '{{ contact.email }}' },
            ],
          },
        },
        { action_name: 'add_contact_note', settings: { title: 'Note', description: '<p>Seen</p>' } },
        { action_name: 'track_event', settings: { event_key: 'seen', title: 'Seen' } },
        { action_name: 'http_request', settings: { url: 'https://crm.example.com/hook' } },
        { action_name: 'add_to_funnel', settings: { funnel_id: other.id } },
        { action_name: 'change_status', settings: { status: 'unsubscribed' } },
        days('A day', 1),
      ],
      { settings: { exit_on_unsubscribe: 'no' } },
    );
    await world.settle();
    sink.reset();
    const before = await storedRows(world.db);
    const { contacts } = await simulated(id, { contact_id: contact.id });
    expect(contacts[0]).toMatchObject({ ends: 'completed' });
    expect(contacts[0].steps).toHaveLength(steps.size);
    expect(contacts[0].steps.filter(({ status }: { status: string }) => status !== 'done')).toEqual([]);
    expect(differences(before, await storedRows(world.db))).toEqual([]);
    await world.settle();
    expect(differences(before, await storedRows(world.db))).toEqual([]);
    expect(sink.messages).toEqual([]);
  });

  it('applies events of its own steps to its waits and benchmarks', async () => {
    const [goal, far] = [await world.given.tag(), await world.given.tag()];
    const contact = await world.given.contact();
    const { id } = await funnel(
      [
        tagging('Sends it far', far.id),
        days('Not waited for', 1),
        mail('Not sent'),
        { action_name: 'tag_applied', title: 'Far', settings: { type: 'required', tags: [far.id] } },
        tagging('Reaches the goal', goal.id),
        days('Not reached', 1),
      ],
      { conditions: { exit: { mode: 'goal', goal: { event: 'tag_applied', tags: [goal.id] } } } },
    );
    const { contacts } = await simulated(id, { contact_id: contact.id });
    expect(contacts[0]).toMatchObject({ ends: 'completed', exit_reason: 'goal_reached', ended_at: start });
    expect(contacts[0].steps.map(({ title }: { title: string }) => title)).toEqual([
      'Sends it far',
      'Far',
      'Reaches the goal',
    ]);
  });

  it('shows what contacts that do not reach the end wait for', async () => {
    const contact = await world.given.contact();
    const order = { action_name: 'order_received', title: 'Order', settings: { type: 'required', min_total: 20 } };
    const waiting = await funnel([order]);
    expect((await simulated(waiting.id, { contact_id: contact.id })).contacts[0]).toMatchObject({
      ends: 'waiting',
      ended_at: null,
      steps: [],
      waiting_for: {
        sequence_id: waiting.steps.get('Order'),
        action_name: 'order_received',
        until: null,
        event: { event: 'order_received', min_total: 20 },
      },
    });
    const slow = await funnel([days('Ten', 10), days('Forty', 40)]);
    expect((await simulated(slow.id, { contact_id: contact.id, horizon_days: 49 })).contacts[0]).toMatchObject({
      ends: 'horizon',
      steps: [{ title: 'Ten', at: later(5 * DAY + FIVE_DAYS) }],
      waiting_for: { title: 'Forty', until: later(45 * DAY + FIVE_DAYS), event: null },
    });
    expect((await simulated(slow.id, { contact_id: contact.id, horizon_days: 50 })).contacts[0].ends).toBe('completed');
  });

  it('starts a new enrollment for active contacts, and runs an older version on request', async () => {
    const contact = await world.given.contact();
    const { id } = await funnel([days('One', 1), days('Two', 2)]);
    await world.all.put(`/funnels/${id}/status`).send({ status: 'published' }).expect(200);
    await world.all
      .post(`/funnels/${id}/subscribers`)
      .send({ subscribers: [contact.id] })
      .expect(200);
    await world.all
      .put(`/funnels/${id}/sequences`)
      .send({ sequences: [days('Five', 5)] })
      .expect(200);
    const under = async (): Promise<unknown> => (await world.all.get(`/funnels/${id}/subscribers`).expect(200)).body;
    const before = await under();
    expect(await simulated(id, { contact_id: contact.id })).toMatchObject({
      version: 2,
      contacts: [{ ends: 'completed', ended_at: later(FIVE_DAYS) }],
    });
    expect(await simulated(id, { contact_id: contact.id, version: 1 })).toMatchObject({
      version: 1,
      contacts: [{ ends: 'completed', ended_at: later(3 * DAY) }],
    });
    expect(await under()).toEqual(before);
  });

  it('draws the sample from contacts that match the filters', async () => {
    const tag = await world.given.tag();
    const meant: number[] = [];
    for (let each = 0; each < 5; each += 1) meant.push((await world.given.contact({ tags: [tag.id] })).id);
    const { id } = await funnel([days('One', 1)], { conditions: { filters: rule('tags', 'id', 'contains', tag.id) } });
    const drawn = async (sample: number): Promise<number[]> =>
      (await simulated(id, { sample })).contacts.map((one: { subscriber_id: number }) => one.subscriber_id);
    expect(await drawn(100)).toEqual(meant);
    const two = await drawn(2);
    expect(two).toHaveLength(2);
    expect(meant).toEqual(expect.arrayContaining(two));
  });

  it('blocks no other work, and runs one at a time', async () => {
    const [tag, list] = [await world.given.tag(), await world.given.list()];
    const contactIds: number[] = [];
    for (let each = 0; each < 20; each += 1) contactIds.push((await world.given.contact({ lists: [list.id] })).id);
    const { id } = await funnel([tagging('Tag', tag.id), mail('Mail'), tagging('Again', tag.id)], {
      conditions: { filters: rule('lists', 'id', 'contains', list.id) },
    });
    await world.all.put(`/funnels/${id}/status`).send({ status: 'published' }).expect(200);
    const simulations = Array.from({ length: 12 }, () =>
      world.all.post(`/funnels/${id}/simulate`).send({ sample: 20 }),
    );
    const added = world.all.post(`/funnels/${id}/subscribers`).send({ subscribers: contactIds });
    const [answer, ...answers] = await Promise.all([added, ...simulations]);
    expect(answer.status).toBe(200);
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused.every(({ headers }) => Number(headers['retry-after']) > 0)).toBe(true);
    const done = answers.filter(({ status }) => status === 200);
    expect(done.length).toBeGreaterThan(0);
    expect(done.length + refused.length).toBe(12);
    await world.settle();
    const { body } = await world.all.get(`/funnels/${id}/subscribers?status=completed&per_page=100`).expect(200);
    expect(body.funnel_subscribers.total).toBe(20);
    expect((await world.all.get(`/subscribers?tags[]=${tag.id}`).expect(200)).body.total).toBe(20);
  });

  it('refuses invalid input and simulations that take too long', async () => {
    const contact = await world.given.contact();
    const { id } = await funnel(Array.from({ length: 60 }, (_, index) => days(`Day ${index + 1}`, 1)));
    const refused: [object, string, string][] = [
      [{}, 'contact_id', 'or sample is required'],
      [{ contact_id: contact.id, sample: 3 }, 'sample', 'cannot be given beside contact_id'],
      [{ contact_id: 4_000_000_000 }, 'contact_id', 'does not exist'],
      [{ contact_id: contact.id, version: 2 }, 'version', 'is not a version of this funnel'],
      [{ sample: 101 }, 'sample', 'must be at most 100'],
      [{ sample: 1, horizon_days: 366 }, 'horizon_days', 'must be at most 365'],
    ];
    for (const [body, field, reason] of refused) {
      const { body: answer } = await world.all.post(`/funnels/${id}/simulate`).send(body).expect(400);
      expect(answer.data.params).toEqual({ [field]: reason });
    }
    await world.all.post('/funnels/4000000000/simulate').send({ sample: 1 }).expect(404);
    const people = await variedPeople(world, 100, '2027-03-25');
    expect(people.contactIds).toHaveLength(100);
    // Its time has a limit, too.
    standingClock();
    const { body: answer } = await world.all
      .post(`/funnels/${id}/simulate`)
      .send({ sample: 100, horizon_days: 90 })
      .expect(400);
    expect(answer.data.params).toEqual({ sample: 'takes more than 5000 steps; simulate less at a time' });
  });
});

describe('a real run', () => {
  const FULL = process.env['TEST_DEPTH'] === 'full';
  const SIZE = FULL ? 10_000 : 300;
  const start = '2027-03-24T18:30:00.000Z';
  let world: World;
  let sink: SmtpSink;
  let clock: ManualClock;

  beforeAll(async () => {
    sink = await SmtpSink.start();
    world = await World.start({ env: { SMTP_URL: sink.url, APP_TIMEZONE: 'Europe/Berlin' } });
    clock = new ManualClock(world, start);
  });

  /** Every kind of step, and two events that the funnel causes itself. */
  const everything = ({ tagId, level, renewal }: VariedPeople, marks: readonly number[]): Step[] => [
    tagging('Mark', marks[0] ?? 0),
    { action_name: 'tag_applied', title: 'Has it', settings: { type: 'required', tags: [marks[0]] } },
    { ...mail('In the evening'), delay: 7_200 },
    condition(
      'A high level?',
      rule('custom', level, '>', 4),
      [
        days('High', 3),
        {
          action_name: 'update_contact_property',
          title: 'Town',
          settings: { properties: [{ key: 'city', value: 'Level {{ custom.level }}' }] },
        },
      ],
      [wait('Low', { wait_type: 'unit_wait', wait_time_amount: 90, wait_time_unit: 'minutes' })],
    ),
    wait('A weekday morning', { wait_type: 'to_day', to_day: ['Mon', 'Sun'], to_day_time: '02:30' }),
    wait('The renewal', { wait_type: 'by_custom_field', by_custom_field: renewal, offset_days: 5, at: '22:15' }),
    split('Three ways', {
      mail: [{ ...mail('Only with the tag'), conditions: rule('tags', 'id', 'contains', tagId) }],
      jump: [tagging('Sent ahead', marks[1] ?? 0), days('Not waited', 9), mail('Not sent')],
      none: [wait('April', { wait_type: 'timestamp_wait', wait_date_time: '2027-04-02T10:00:00Z' })],
    }),
    { action_name: 'list_applied', title: 'On a list', settings: { type: 'optional' } },
    condition(
      'Has the tag?',
      rule('tags', 'id', 'contains', tagId),
      [],
      [{ action_name: 'end_this_funnel', title: 'Without' }],
    ),
    wait('A click', { wait_type: 'event', event: 'link_clicked', timeout_amount: 36, timeout_unit: 'hours' }),
    { action_name: 'tag_applied', title: 'Ahead', settings: { type: 'optional', tags: [marks[1]] } },
    { action_name: 'detach_contact_from_tag', title: 'No tag any more', settings: { tags: [tagId] } },
    mail('At last'),
  ];

  it(`of ${SIZE.toLocaleString('en')} contacts goes as its simulation said`, async () => {
    const people = await variedPeople(world, SIZE, '2027-03-26');
    const marks = [(await world.given.tag()).id, (await world.given.tag()).id];
    const { body } = await world.all
      .post('/funnels')
      .send({
        title: 'Everything',
        trigger_name: 'custom_everything',
        settings: { quiet_hours: { from: '21:00', to: '08:00', timezone: null } },
        sequences: everything(people, marks),
      })
      .expect(200);
    const { id } = body.funnel;

    const simulations = world.api.get(FunnelSimulations, { strict: false });
    const simulatedTraces = new Map<number, string>();
    for (let first = 0; first < SIZE; first += 20) {
      const target = { contactIds: people.contactIds.slice(first, first + 20) };
      const { contacts } = await simulations.simulate(id, { target, horizonDays: 60, version: null, data: undefined });
      for (const { subscriber_id, ends, ended_at, steps } of contacts)
        simulatedTraces.set(
          subscriber_id,
          scheduleOf(
            ends,
            ended_at === null ? null : new Date(ended_at),
            steps.map(({ sequence_id: stepId, at, status: outcome, branch }) => ({
              ...{ stepId, at: new Date(at), outcome, branch },
            })),
          ),
        );
    }

    await world.all.put(`/funnels/${id}/status`).send({ status: 'published' }).expect(200);
    for (let first = 0; first < SIZE; first += 1_000)
      await world.all
        .post(`/funnels/${id}/subscribers`)
        .send({ subscribers: people.contactIds.slice(first, first + 1_000) })
        .expect(200);
    await world.settle();
    while (await clock.toNextStep());

    const real = await schedulesOf(world, id);
    const asSimulated = people.contactIds.filter((contactId) => real.get(contactId) === simulatedTraces.get(contactId));
    const share = (100 * asSimulated.length) / SIZE;
    console.log(`${share.toFixed(2)} % of ${SIZE} contacts went as simulated; ${sink.messages.length} emails`);
    expect(new Set(simulatedTraces.values()).size).toBeGreaterThan(50);
    expect(share).toBeGreaterThanOrEqual(99.9);
  });
});

interface Ran {
  readonly stepId: number;
  readonly at: Date;
  readonly outcome: string;
  readonly branch: string | null;
}

function scheduleOf(ends: string, endedAt: Date | null, steps: readonly Ran[]): string {
  const lines = steps.map(({ stepId, at, outcome, branch }) => [at.toISOString(), stepId, outcome, branch].join(' '));
  return [...lines.sort(), ends, endedAt?.toISOString() ?? ''].join('\n');
}

async function schedulesOf(world: World, funnelId: number): Promise<Map<number, string>> {
  const entries = await world.db.query<{ id: number; contactId: number; status: string; completedAt: Date | null }>(
    'SELECT id, contact_id AS contactId, status, completed_at AS completedAt FROM funnel_entries WHERE funnel_id = :funnelId',
    { funnelId },
  );
  const runs = await world.db.query<Ran & { entryId: number }>(
    `SELECT r.entry_id AS entryId, r.step_id AS stepId, r.ran_at AS at, r.outcome, r.branch
       FROM funnel_step_runs r JOIN funnel_entries e ON e.id = r.entry_id WHERE e.funnel_id = :funnelId`,
    { funnelId },
  );
  const byEntry = new Map<number, Ran[]>();
  for (const run of runs) byEntry.set(run.entryId, [...(byEntry.get(run.entryId) ?? []), run]);
  return new Map(
    entries.map(({ id, contactId, status, completedAt }) => [
      contactId,
      scheduleOf(status, completedAt, byEntry.get(id) ?? []),
    ]),
  );
}

/** Titles by id, from the top of the tree down. */
function titlesOf(
  tree: readonly { id: number; title: string; children?: Record<string, never[]> }[],
): [string, number][] {
  return tree.flatMap(({ id, title, children = {} }): [string, number][] => [
    [title, id],
    ...Object.values(children).flatMap((steps) => titlesOf(steps)),
  ]);
}
