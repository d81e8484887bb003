import type { ActionName } from '../../../src/modules/funnels/definition/action-catalog.js';
import { FlowActions } from '../../../src/modules/funnels/engine/actions/flow-actions.js';
import { FunnelWork } from '../../../src/modules/funnels/engine/funnel-work.service.js';
import { ManualClock } from '../../support/manual-clock.js';
import { SmtpSink } from '../../support/smtp-sink.js';
import { World } from '../../support/world.js';

/** A Monday. */
const START = '2026-03-02T10:00:00.000Z';

type Sequence = Readonly<Record<string, unknown>> & { readonly action_name: ActionName };

interface Traced {
  readonly action_name: string;
  readonly title: string;
  readonly status: string;
  readonly branch: string | null;
  readonly detail: string | null;
  readonly ran_at: string | null;
  readonly due_at: string | null;
}

const wait = (wait_time_amount: number, wait_time_unit: 'minutes' | 'hours' | 'days'): Sequence => ({
  action_name: 'wait_times',
  settings: { wait_type: 'unit_wait', wait_time_amount, wait_time_unit },
});

/** Due immediately. */
const PASS: Sequence = { action_name: 'track_event', settings: { event_key: 'passed_by', title: 'Passed by' } };

const mail = (email_subject: string, changes: object = {}): Sequence => ({
  action_name: 'send_custom_email',
  title: email_subject,
  settings: {
    email_subject,
    email_body: '<p>Hello <a href="https://shop.example/sale">Sale</a></p><a href="{{ unsubscribe_url }}">Stop</a>',
  },
  ...changes,
});

describe('a running funnel', () => {
  let sink: SmtpSink;
  let world: World;
  let clock: ManualClock;

  beforeAll(async () => {
    sink = await SmtpSink.start();
    world = await World.start({ env: { SMTP_URL: sink.url, APP_TIMEZONE: 'Europe/Berlin' } });
  });
  beforeEach(() => {
    clock = new ManualClock(world, START);
  });

  async function published(sequences: readonly Sequence[], changes: object = {}): Promise<number> {
    const { id } = await world.given.funnel({ sequences, ...changes });
    await setStatus(id, 'published');
    return id;
  }

  async function setStatus(funnel: number, status: string): Promise<void> {
    await world.all.put(`/funnels/${funnel}/status`).send({ status }).expect(200);
  }

  /** Enrolls the contacts and runs due steps. */
  async function enroll(funnel: number, ...subscribers: number[]): Promise<void> {
    await world.all.post(`/funnels/${funnel}/subscribers`).send({ subscribers }).expect(200);
    await world.settle();
  }

  async function traceOf(funnel: number, contact: number): Promise<readonly Traced[]> {
    const { body } = await world.all.get(`/funnels/${funnel}/subscribers/${contact}/trace`).expect(200);
    return body.trace;
  }

  async function entryOf(funnel: number, contact: number): Promise<{ status: string; exit_reason: string | null }> {
    const { body } = await world.all.get(`/funnels/${funnel}/subscribers/${contact}/trace`).expect(200);
    const { status, exit_reason } = body.funnel_subscriber;
    return { status, exit_reason };
  }

  const ran = (trace: readonly Traced[]): unknown[] =>
    trace.map(({ action_name, ran_at, due_at }) => [action_name, ran_at ?? `waits for ${due_at ?? 'ever'}`]);

  const track = async (contact: number, event_key: string): Promise<void> => {
    await world.given.trackedEvent(contact, { event_key });
    await world.settle();
  };

  describe('waits', () => {
    it('last as configured, each from the end of the step before', async () => {
      const field = await world.given.customField({ type: 'date', label: 'Renewal' });
      const { id } = await world.given.contact({ custom_values: { [field.slug]: '2026-03-20' } });
      const funnel = await published([
        wait(90, 'minutes'),
        { action_name: 'wait_times', settings: { wait_type: 'to_day', to_day: ['Wed'], to_day_time: '09:00' } },
        { action_name: 'add_contact_note', delay: 30, settings: { title: 'N', description: 'D', type: 'note' } },
        {
          action_name: 'wait_times',
          settings: { wait_type: 'timestamp_wait', wait_date_time: '2026-03-10T12:00:00Z' },
        },
        {
          action_name: 'wait_times',
          settings: { wait_type: 'by_custom_field', by_custom_field: field.slug, offset_days: -2, at: '08:00' },
        },
        wait(1, 'days'),
      ]);
      await enroll(funnel, id);
      while (await clock.toNextStep());
      expect(ran(await traceOf(funnel, id))).toEqual([
        ['wait_times', '2026-03-02T11:30:00.000Z'],
        ['wait_times', '2026-03-04T08:00:00.000Z'],
        ['add_contact_note', '2026-03-04T08:00:30.000Z'],
        ['wait_times', '2026-03-10T12:00:00.000Z'],
        ['wait_times', '2026-03-18T07:00:00.000Z'],
        ['wait_times', '2026-03-19T07:00:00.000Z'],
      ]);
      expect(await entryOf(funnel, id)).toEqual({ status: 'completed', exit_reason: null });
    });

    it('delay emails in quiet hours, including late ones', async () => {
      const quiet = { settings: { quiet_hours: { from: '21:00', to: '08:00' } } };
      const funnel = await published([mail('Evening', { delay: 11 * 3_600 }), mail('Morning')], quiet);
      const { id } = await world.given.contact();
      await enroll(funnel, id);
      // 22:00 in Berlin; without quiet hours, the first email would leave an hour late.
      await clock.forward({ hours: 11 });
      expect(sink.messages.filter(({ envelope }) => envelope.to[0]?.includes(`contact`))).toHaveLength(0);
      await setStatus(funnel, 'paused');
      await clock.to('2026-03-03T22:00:00.000Z');
      await setStatus(funnel, 'published');
      await world.settle();
      expect(ran(await traceOf(funnel, id))).toEqual([['send_custom_email', 'waits for 2026-03-04T07:00:00.000Z']]);
      await clock.toNextStep();
      expect(ran(await traceOf(funnel, id))).toEqual([
        ['send_custom_email', '2026-03-04T07:00:00.000Z'],
        ['send_custom_email', '2026-03-04T07:00:00.000Z'],
      ]);
    });

    it('for an event end with the event or at their time limit', async () => {
      const funnel = await published([
        {
          action_name: 'wait_times',
          settings: {
            ...{ wait_type: 'event', event: 'event_tracked', event_key: 'paid' },
            ...{ timeout_amount: 3, timeout_unit: 'days' },
          },
        },
        PASS,
      ]);
      const [payer, idler] = [await world.given.contact(), await world.given.contact()];
      await enroll(funnel, payer.id, idler.id);
      await clock.forward({ days: 1 });
      await track(payer.id, 'looked');
      expect((await traceOf(funnel, payer.id))[0]?.status).toBe('waiting');
      await track(payer.id, 'paid');
      await clock.forward({ days: 2 });
      const [happened] = await traceOf(funnel, payer.id);
      const [timedOut] = await traceOf(funnel, idler.id);
      expect([happened?.detail, happened?.ran_at]).toEqual(['happened', '2026-03-03T10:00:00.000Z']);
      expect([timedOut?.detail, timedOut?.ran_at]).toEqual(['timed_out', '2026-03-05T10:00:00.000Z']);
    });

    it('for an event end immediately if it has happened earlier in the funnel', async () => {
      const tag = await world.given.tag();
      const awaited = (event: string, match: object): Sequence => ({
        action_name: 'wait_times',
        settings: { wait_type: 'event', event, ...match, timeout_amount: 5, timeout_unit: 'days' },
      });
      const funnel = await published([
        wait(1, 'hours'),
        awaited('tag_applied', { tags: [tag.id] }),
        awaited('event_tracked', { event_key: 'early' }),
      ]);
      const { id } = await world.given.contact({ tags: [tag.id] });
      await enroll(funnel, id);
      await track(id, 'early');
      await clock.forward({ hours: 1 });
      expect((await traceOf(funnel, id)).map(({ detail }) => detail)).toEqual([null, 'happened', 'happened']);
      expect((await entryOf(funnel, id)).status).toBe('completed');
    });
  });

  describe('benchmarks', () => {
    it('block contacts if they are required, and no contact if they are optional', async () => {
      const [optional, required] = [await world.given.tag(), await world.given.tag()];
      const funnel = await published([
        { action_name: 'tag_applied', settings: { type: 'optional', tags: [optional.id] } },
        { action_name: 'tag_applied', settings: { type: 'required', tags: [required.id] } },
        PASS,
      ]);
      const { id } = await world.given.contact();
      await enroll(funnel, id);
      await clock.forward({ days: 100 });
      expect((await traceOf(funnel, id)).map(({ status, detail, due_at }) => [status, detail, due_at])).toEqual([
        ['skipped', 'not_reached', null],
        ['waiting', null, null],
      ]);
      await world.all
        .put(`/subscribers/${id}`)
        .send({ subscriber: { attach_tags: [required.id] } })
        .expect(200);
      await world.settle();
      expect((await traceOf(funnel, id)).map(({ status }) => status)).toEqual(['skipped', 'done', 'done']);
    });

    it('are reached from any earlier step, skipping the steps between', async () => {
      const list = await world.given.list();
      const funnel = await published([
        wait(7, 'days'),
        { action_name: 'add_contact_note', settings: { title: 'Between', description: 'D', type: 'note' } },
        { action_name: 'list_applied', title: 'Joined', settings: { type: 'optional', lists: [list.id] } },
        wait(1, 'hours'),
      ]);
      const { id } = await world.given.contact();
      await enroll(funnel, id);
      await clock.forward({ days: 1 });
      await world.all
        .put(`/subscribers/${id}`)
        .send({ subscriber: { attach_lists: [list.id] } })
        .expect(200);
      await world.settle();
      await clock.forward({ hours: 1 });
      expect(ran(await traceOf(funnel, id))).toEqual([
        ['list_applied', '2026-03-03T10:00:00.000Z'],
        ['wait_times', '2026-03-03T11:00:00.000Z'],
      ]);
      await world.all
        .get(`/subscribers/${id}/notes`)
        .expect(200)
        .expect(({ body }) => {
          expect(body.notes.data).toEqual([]);
        });
    });

    it('are not reached from a branch that does not lead to them', async () => {
      const tag = await world.given.tag();
      const never = [[{ source: ['subscriber', 'city'], operator: '=', value: 'Atlantis' }]];
      const funnel = await published([
        {
          action_name: 'funnel_condition',
          settings: { conditions: never },
          children: {
            yes: [{ action_name: 'tag_applied', settings: { type: 'required', tags: [tag.id] } }],
            no: [wait(3, 'days')],
          },
        },
      ]);
      const { id } = await world.given.contact();
      await enroll(funnel, id);
      await world.all
        .put(`/subscribers/${id}`)
        .send({ subscriber: { attach_tags: [tag.id] } })
        .expect(200);
      await world.settle();
      expect(ran(await traceOf(funnel, id))).toEqual([
        ['funnel_condition', START],
        ['wait_times', 'waits for 2026-03-05T10:00:00.000Z'],
      ]);
    });

    it.each<Sequence>([
      { action_name: 'link_clicked', settings: { type: 'required', url: 'https://shop.example/sale' } },
      // Without the pixel, because a click also counts as an open.
      { action_name: 'email_opened', settings: { type: 'required' } },
    ])('use only emails of the same enrollment: $action_name', async (benchmark) => {
      const funnel = await published([mail('Look'), benchmark]);
      const { id, email } = await world.given.contact();
      await enroll(funnel, id);
      expect((await traceOf(funnel, id)).at(-1)?.status).toBe('waiting');
      const message = sink.messages.find(({ envelope }) => envelope.to[0] === email);
      const { html } = (await message?.parsed()) ?? {};
      const link = /href="http:\/\/carillon\.test(\/t\/c\/[^"]+)"/.exec(html ?? '')?.[1] ?? '';
      await world.http
        .get(link)
        .set('User-Agent', 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Firefox/140.0')
        .expect(302);
      await world.settle();
      expect((await traceOf(funnel, id)).at(-1)?.status).toBe('done');
      expect((await entryOf(funnel, id)).status).toBe('completed');
    });
  });

  describe('exits', () => {
    it('complete the enrollment at the goal, from any step', async () => {
      const exit = { mode: 'goal', goal: { event: 'event_tracked', event_key: 'bought' } };
      const funnel = await published([wait(7, 'days'), mail('Buy')], { conditions: { exit } });
      const { id } = await world.given.contact();
      await enroll(funnel, id);
      await track(id, 'bought');
      expect(await entryOf(funnel, id)).toEqual({ status: 'completed', exit_reason: 'goal_reached' });
    });

    it('remove contacts that no longer match before their next step', async () => {
      const filters = [[{ source: ['subscriber', 'city'], operator: '=', value: 'Porto' }]];
      const funnel = await published([wait(1, 'days'), wait(1, 'days')], {
        conditions: { filters, exit: { mode: 'stop_matching' } },
      });
      const [stays, moves] = [
        await world.given.contact({ city: 'Porto' }),
        await world.given.contact({ city: 'Porto' }),
      ];
      await enroll(funnel, stays.id, moves.id);
      await world.all
        .put(`/subscribers/${moves.id}`)
        .send({ subscriber: { city: 'Faro' } })
        .expect(200);
      await clock.forward({ days: 1 });
      expect(await entryOf(funnel, stays.id)).toEqual({ status: 'active', exit_reason: null });
      expect(await entryOf(funnel, moves.id)).toEqual({ status: 'cancelled', exit_reason: 'stopped_matching' });
    });

    it('can be combined; the first one applies', async () => {
      const filters = [[{ source: ['subscriber', 'city'], operator: '=', value: 'Porto' }]];
      const goal = { event: 'event_tracked', event_key: 'paid' };
      const funnel = await published([wait(1, 'days'), wait(1, 'days')], {
        conditions: { filters, exit: { mode: ['goal', 'stop_matching'], goal } },
      });
      const [pays, moves] = [
        await world.given.contact({ city: 'Porto' }),
        await world.given.contact({ city: 'Porto' }),
      ];
      await enroll(funnel, pays.id, moves.id);
      await track(pays.id, 'paid');
      expect(await entryOf(funnel, pays.id)).toEqual({ status: 'completed', exit_reason: 'goal_reached' });
      await world.all.put(`/subscribers/${moves.id}`).send({ city: 'Faro' }).expect(200);
      await clock.forward({ days: 1 });
      expect(await entryOf(funnel, moves.id)).toEqual({ status: 'cancelled', exit_reason: 'stopped_matching' });
    });

    it('remove contacts that opt out, unless the funnel ignores opt-outs', async () => {
      const strict = await published([wait(1, 'days')]);
      const lenient = await published([wait(1, 'days')], { settings: { exit_on_unsubscribe: 'no' } });
      const { id } = await world.given.contact();
      await enroll(strict, id);
      await enroll(lenient, id);
      await world.all
        .put(`/subscribers/${id}`)
        .send({ subscriber: { status: 'unsubscribed' } })
        .expect(200);
      await world.settle();
      expect(await entryOf(strict, id)).toEqual({ status: 'cancelled', exit_reason: 'unsubscribed' });
      expect(await entryOf(lenient, id)).toEqual({ status: 'active', exit_reason: null });
    });

    it('record the first cause, even if the relay handles several events in one batch', async () => {
      const exit = { mode: 'goal', goal: { event: 'event_tracked', event_key: 'bought' } };
      const funnel = await published([wait(7, 'days')], { conditions: { exit } });
      const [left, bought] = [await world.given.contact(), await world.given.contact()];
      await enroll(funnel, left.id, bought.id);
      const become = async (id: number, status: string): Promise<void> => {
        await world.all.put(`/subscribers/${id}`).send({ subscriber: { status } }).expect(200);
      };
      // The relay is stopped, and then takes all events in one batch.
      await world.db.transaction(async (tx) => {
        await tx.query('SELECT last_position FROM relay_state WHERE id = 1 FOR UPDATE');
        await become(left.id, 'unsubscribed');
        await become(left.id, 'complained');
        await world.given.trackedEvent(left.id, { event_key: 'bought' });
        await world.given.trackedEvent(bought.id, { event_key: 'bought' });
        await become(bought.id, 'unsubscribed');
      });
      await world.settle();
      expect(await entryOf(funnel, left.id)).toEqual({ status: 'cancelled', exit_reason: 'unsubscribed' });
      expect(await entryOf(funnel, bought.id)).toEqual({ status: 'completed', exit_reason: 'goal_reached' });
    });

    it('complete the enrollment at an end step', async () => {
      const funnel = await published([{ action_name: 'end_this_funnel', settings: {} }, mail('Never')]);
      const { id } = await world.given.contact();
      await enroll(funnel, id);
      expect(await entryOf(funnel, id)).toEqual({ status: 'completed', exit_reason: 'end_this_funnel' });
      expect(await traceOf(funnel, id)).toHaveLength(1);
    });
  });

  it.each(['contains', 'not_contains'])(
    'takes neither branch of a condition whose tag was deleted (%s)',
    async (operator) => {
      const tag = await world.given.tag();
      const conditions = [[{ source: ['tags', 'id'], operator, value: tag.id }]];
      const funnel = await published([
        { action_name: 'funnel_condition', settings: { conditions }, children: { yes: [PASS], no: [PASS] } },
        { ...PASS, title: 'After' },
        { ...PASS, title: 'Conditional', conditions },
      ]);
      const { id } = await world.given.contact({ tags: [tag.id] });
      await world.all.delete(`/tags/${tag.id}`).expect(200);
      await enroll(funnel, id);
      expect((await traceOf(funnel, id)).map(({ status, branch, detail }) => [status, branch, detail])).toEqual([
        ['failed', null, 'conditions_not_understood'],
        ['done', null, null],
        operator === 'contains' ? ['skipped', null, 'conditions'] : ['failed', null, 'conditions_not_understood'],
      ]);
    },
  );

  it('continues after a branch, and skips steps whose conditions do not match', async () => {
    const inPorto = [[{ source: ['subscriber', 'city'], operator: '=', value: 'Porto' }]];
    const funnel = await published([
      {
        action_name: 'funnel_condition',
        settings: { conditions: inPorto },
        children: { yes: [{ ...PASS, title: 'From Porto' }], no: [] },
      },
      { ...PASS, title: 'Only Porto', conditions: inPorto },
      {
        action_name: 'funnel_split',
        settings: {
          branches: [
            { key: 'all', weight: 1 },
            { key: 'none', weight: 1 },
          ],
        },
        children: {
          all: [{ ...PASS, title: 'One way' }],
          none: [{ ...PASS, title: 'Other way' }],
        },
      },
      { ...PASS, title: 'Everybody' },
    ]);
    const [porto, faro] = [await world.given.contact({ city: 'Porto' }), await world.given.contact({ city: 'Faro' })];
    await enroll(funnel, porto.id, faro.id);
    const shortTraceOf = async (contact: number): Promise<unknown[]> =>
      (await traceOf(funnel, contact)).map(({ title, status, branch }) => [title, status, branch]);
    const ofPorto = await shortTraceOf(porto.id);
    expect(ofPorto.slice(0, 3)).toEqual([
      [expect.any(String), 'done', 'yes'],
      ['From Porto', 'done', null],
      ['Only Porto', 'done', null],
    ]);
    expect(ofPorto.slice(3)).toEqual([
      [expect.any(String), 'done', expect.stringMatching(/^(all|none)$/)],
      [expect.stringMatching(/ way$/), 'done', null],
      ['Everybody', 'done', null],
    ]);
    expect((await shortTraceOf(faro.id)).slice(0, 2)).toEqual([
      [expect.any(String), 'done', 'no'],
      ['Only Porto', 'skipped', null],
    ]);
  });

  it('runs no step while it is paused, and continues afterwards', async () => {
    const funnel = await published([wait(1, 'hours'), wait(1, 'hours'), wait(1, 'hours')]);
    const { id } = await world.given.contact();
    await enroll(funnel, id);
    await setStatus(funnel, 'paused');
    await clock.forward({ days: 2 });
    expect(await traceOf(funnel, id)).toHaveLength(1);
    await setStatus(funnel, 'published');
    await world.settle();
    expect(ran(await traceOf(funnel, id))).toEqual([
      ['wait_times', '2026-03-04T10:00:00.000Z'],
      ['wait_times', 'waits for 2026-03-04T11:00:00.000Z'],
    ]);
  });

  it('retries a failing step, gives it up in the end, and does not block others', async () => {
    const allContacts = [[{ source: ['subscriber', 'id'], operator: 'not_null' }]];
    const funnel = await published([
      { action_name: 'funnel_condition', settings: { conditions: allContacts }, children: { yes: [], no: [] } },
      PASS,
    ]);
    const [unlucky, lucky] = [await world.given.contact(), await world.given.contact()];
    const action = world.worker?.get(FlowActions, { strict: false }).actions.funnel_condition;
    if (!action) throw new Error('there is a worker');
    const really = action.run.bind(action);
    const spy = jest.spyOn(action, 'run').mockImplementation((tx, batch) => {
      if (batch.entries.some(({ contactId }) => contactId === unlucky.id)) throw new Error('temporary failure');
      return really(tx, batch);
    });
    try {
      await enroll(funnel, unlucky.id, lucky.id);
      expect(await entryOf(funnel, lucky.id)).toEqual({ status: 'completed', exit_reason: null });
      const moments: (string | null | undefined)[] = [];
      do moments.push((await traceOf(funnel, unlucky.id))[0]?.due_at);
      while (await clock.toNextStep());
      expect(moments.slice(0, 3)).toEqual([
        '2026-03-02T10:01:00.000Z',
        '2026-03-02T10:06:00.000Z',
        '2026-03-02T10:36:00.000Z',
      ]);
      const [failed, next] = await traceOf(funnel, unlucky.id);
      expect([failed?.status, failed?.detail, next?.status]).toEqual(['failed', 'gave_up', 'done']);
      expect(await entryOf(funnel, unlucky.id)).toEqual({ status: 'completed', exit_reason: null });
    } finally {
      spy.mockRestore();
    }
  });

  it('runs each step once with concurrent workers', async () => {
    const funnel = await published([
      { action_name: 'track_event', settings: { event_key: 'passed', title: 'Passed' } },
      mail('Once'),
      wait(1, 'days'),
    ]);
    const people: number[] = [];
    for (let index = 0; index < 30; index += 1) people.push((await world.given.contact()).id);
    await world.all.post(`/funnels/${funnel}/subscribers`).send({ subscribers: people }).expect(200);
    const work = world.worker?.get(FunnelWork, { strict: false });
    const again = async (): Promise<void> => {
      for (let turn = 0; turn < 5; turn += 1) await work?.work(funnel);
    };
    await Promise.all([again(), again(), world.settle()]);
    const [counted] = await world.db.query<{ total: number; most: number }>(
      `SELECT COUNT(*) AS total, MAX(counter) AS most FROM tracked_events WHERE event_key = 'passed'`,
    );
    const [emails] = await world.db.query<{ total: number }>(
      `SELECT COUNT(*) AS total FROM email_messages WHERE source_type = 'funnel' AND source_id = :funnel`,
      { funnel },
    );
    expect([counted?.total, counted?.most, emails?.total]).toEqual([30, 1, 30]);
  });
});
