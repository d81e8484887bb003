import { ManagersService } from '../../../src/modules/auth/managers/managers.service.js';
import { ManualClock } from '../../support/manual-clock.js';
import { SmtpSink } from '../../support/smtp-sink.js';
import { WebhookReceiver } from '../../support/webhook-receiver.js';
import { World } from '../../support/world.js';

/** A Monday. */
const START = '2026-03-02T10:00:00.000Z';
const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const BODY =
  '<p>Hello {{ contact.first_name }}, <a href="https://shop.example/sale">look</a></p><a href="{{ unsubscribe_url }}">Stop</a>';

interface Sequence {
  readonly action_name: string;
  readonly settings: object;
  readonly title?: string;
  readonly children?: Readonly<Record<string, readonly Sequence[]>>;
}

interface ShownSequence extends Sequence {
  readonly id: number;
}

const actionsIn = (sequences: readonly Sequence[]): string[] =>
  sequences.flatMap(({ action_name, children = {} }) => [
    action_name,
    ...Object.values(children).flatMap((inside) => actionsIn(inside)),
  ]);

describe('a funnel with every action', () => {
  let sink: SmtpSink;
  let world: World;
  let receiver: WebhookReceiver;
  let clock: ManualClock;

  beforeAll(async () => {
    sink = await SmtpSink.start();
    world = await World.start({ env: { SMTP_URL: sink.url } });
    receiver = await WebhookReceiver.start(world.config.dataDir);
    clock = new ManualClock(world, START);
  });

  it('runs all steps for a contact, each with its effect', async () => {
    const { given } = world;
    const [oldList, newList, awaitedList] = [await given.list(), await given.list(), await given.list()];
    const [oldTag, newTag, awaitedTag] = [await given.tag(), await given.tag(), await given.tag()];
    const company = await given.company({ name: 'Analytical Engines' });
    const renewal = await given.customField({ type: 'date', label: 'Renewal' });
    const plan = await given.customField({ label: 'Plan' });
    const campaign = await given.campaign({
      email_subject: 'The campaign for {{ contact.first_name }}',
      email_body: BODY,
    });
    const month = {
      action_name: 'wait_times',
      settings: { wait_type: 'unit_wait', wait_time_amount: 30, wait_time_unit: 'days' },
    };
    const other = await given.publishedFunnel({ sequences: [month] });
    const left = await given.publishedFunnel({ sequences: [month] });
    const { username } = await world.api
      .get(ManagersService, { strict: false })
      .create({ username: 'boss', email: 'boss@example.com', role: 'manager', permissions: ['manage_campaigns'] });
    const ada = await given.contact({
      ...{ email: 'ada@example.com', first_name: 'Ada', lists: [oldList.id], tags: [oldTag.id] },
      custom_values: { [renewal.slug]: '2026-04-01' },
    });
    const pending = await given.contact({ email: 'grace@example.com', first_name: 'Grace', status: 'pending' });
    await enroll(left.id, ada.id);

    const inCity = (city: string) => [[{ source: ['subscriber', 'city'], operator: '=', value: city }]];
    const sequences: Sequence[] = [
      {
        action_name: 'send_custom_email',
        settings: { email_subject: 'Hello {{ contact.first_name }}', email_body: BODY },
      },
      { action_name: 'email_opened', settings: { type: 'required' } },
      { action_name: 'link_clicked', settings: { type: 'required', url: 'https://shop.example/sale' } },
      { action_name: 'add_contact_to_list', settings: { lists: [newList.id] } },
      { action_name: 'detach_contact_from_list', settings: { lists: [oldList.id] } },
      { action_name: 'add_contact_to_tag', settings: { tags: [newTag.id] } },
      { action_name: 'detach_contact_from_tag', settings: { tags: [oldTag.id] } },
      { action_name: 'add_contact_to_company', settings: { companies: [company.id] } },
      {
        action_name: 'update_contact_property',
        settings: {
          properties: [
            { key: 'city', value: 'London' },
            { key: `custom.${plan.slug}`, value: 'Plan of {{ contact.first_name }}' },
          ],
        },
      },
      {
        action_name: 'funnel_condition',
        settings: { conditions: inCity('London') },
        children: {
          yes: [
            {
              action_name: 'funnel_split',
              settings: {
                branches: [
                  { key: 'one', weight: 100 },
                  { key: 'two', weight: 1 },
                ],
              },
              children: {
                one: [
                  {
                    action_name: 'add_contact_note',
                    settings: { title: 'Met', description: 'In London', type: 'meeting' },
                  },
                ],
                two: [
                  {
                    action_name: 'add_contact_note',
                    settings: { title: 'Met', description: 'In London', type: 'meeting' },
                  },
                ],
              },
            },
          ],
          no: [],
        },
      },
      {
        action_name: 'track_event',
        settings: { event_key: 'milestone', title: 'Half way', value: '{{ contact.city }}' },
      },
      { action_name: 'event_tracked', settings: { type: 'optional', event_key: 'milestone' } },
      {
        action_name: 'http_request',
        settings: {
          ...{ url: `${receiver.url}?who={{ contact.id }}`, method: 'POST' },
          body: '{"city": "{{ contact.city }}"}',
        },
      },
      {
        action_name: 'notify_manager',
        settings: { username, email_subject: 'Ada is in {{ contact.city }}', email_body: '<p>Call her.</p>' },
      },
      { action_name: 'add_to_funnel', settings: { funnel_id: other.id } },
      { action_name: 'remove_from_funnel', settings: { funnel_id: left.id } },
      {
        action_name: 'wait_times',
        settings: { wait_type: 'by_custom_field', by_custom_field: renewal.slug, offset_days: -3, at: '08:00' },
      },
      { action_name: 'send_campaign_email', settings: { campaign_id: campaign.id } },
      { action_name: 'list_applied', settings: { type: 'required', lists: [awaitedList.id] } },
      { action_name: 'tag_applied', settings: { type: 'required', tags: [awaitedTag.id] } },
      { action_name: 'order_received', settings: { type: 'optional' } },
      { action_name: 'send_double_optin', settings: {} },
      { action_name: 'change_status', settings: { status: 'unsubscribed' } },
      { action_name: 'end_this_funnel', settings: {} },
      {
        action_name: 'add_contact_note',
        title: 'Never',
        settings: { title: 'Never', description: 'Never', type: 'note' },
      },
    ];
    const { body: catalog } = await world.all.get('/funnels/actions').expect(200);
    expect([...new Set(actionsIn(sequences))].sort()).toEqual(
      catalog.actions.map(({ name }: { name: string }) => name).sort(),
    );

    const funnel = await given.publishedFunnel({ sequences, settings: { exit_on_unsubscribe: 'no' } });
    await enroll(funnel.id, ada.id);
    // Up to the first email, which must be opened and clicked.
    const [hello] = await emailsTo('ada@example.com');
    expect(hello?.subject).toBe('Hello Ada');
    await world.http.get(linkIn(hello?.html, 'o')).set('User-Agent', BROWSER).expect(200);
    await world.settle();
    expect((await waitingFor(funnel.id, ada.id))?.action_name).toBe('link_clicked');
    await world.http.get(linkIn(hello?.html, 'c')).set('User-Agent', BROWSER).expect(302);
    await world.settle();

    // All steps up to the wait have run at once.
    const { body: contact } = await world.all
      .get(`/subscribers/${ada.id}?with[]=subscriber.custom_values&with[]=companies`)
      .expect(200);
    const { subscriber } = contact;
    expect(subscriber.lists.map(({ id }: { id: number }) => id)).toEqual([newList.id]);
    expect(subscriber.tags.map(({ id }: { id: number }) => id)).toEqual([newTag.id]);
    expect(subscriber.companies.map(({ name }: { name: string }) => name)).toEqual(['Analytical Engines']);
    expect([subscriber.city, subscriber.custom_values[plan.slug]]).toEqual(['London', 'Plan of Ada']);
    const { body: notes } = await world.all.get(`/subscribers/${ada.id}/notes`).expect(200);
    expect(notes.notes.data.map(({ title, type }: { title: string; type: string }) => [title, type])).toEqual([
      ['Met', 'meeting'],
    ]);
    const { body: events } = await world.all.get(`/subscribers/${ada.id}/tracking-events`).expect(200);
    expect(events.events.data).toEqual([
      expect.objectContaining({ event_key: 'milestone', title: 'Half way', value: 'London', counter: 1 }),
    ]);
    expect(receiver.requests.map(({ rawBody, path }) => [JSON.parse(rawBody), path.split('?')[1]])).toEqual([
      [{ city: 'London' }, `who=${ada.id}`],
    ]);
    expect((await emailsTo('boss@example.com')).map(({ subject }) => subject)).toEqual(['Ada is in London']);
    expect(await statusIn(other.id, ada.id)).toEqual(['active', null]);
    expect(await statusIn(left.id, ada.id)).toEqual(['cancelled', 'removed_by_funnel']);

    expect(await waitingFor(funnel.id, ada.id)).toMatchObject({
      action_name: 'wait_times',
      due_at: '2026-03-29T08:00:00.000Z',
    });
    await clock.toNextStep();
    expect((await emailsTo('ada@example.com')).map(({ subject }) => subject)).toEqual([
      'Hello Ada',
      'The campaign for Ada',
    ]);
    for (const [awaited, change] of [
      ['list_applied', { attach_lists: [awaitedList.id] }],
      ['tag_applied', { attach_tags: [awaitedTag.id] }],
    ] as const) {
      expect((await waitingFor(funnel.id, ada.id))?.action_name).toBe(awaited);
      await world.all.put(`/subscribers/${ada.id}`).send({ subscriber: change }).expect(200);
      await world.settle();
    }
    expect(await statusIn(funnel.id, ada.id)).toEqual(['completed', 'end_this_funnel']);
    await world.all
      .get(`/subscribers/${ada.id}`)
      .expect(200)
      .expect(({ body }) => {
        expect(body.subscriber.status).toBe('unsubscribed');
      });

    const trace = await traceOf(funnel.id, ada.id);
    const results = new Map(trace.map(({ action_name, status, detail }) => [action_name, [status, detail]]));
    expect(trace).toHaveLength(actionsIn(sequences).length - 2);
    expect(results.get('order_received')).toEqual(['skipped', 'not_reached']);
    expect(results.get('send_double_optin')).toEqual(['skipped', 'already_subscribed']);
    for (const [action, [status]] of results)
      if (!['order_received', 'send_double_optin'].includes(action)) expect([action, status]).toEqual([action, 'done']);

    // The double opt-in email is for contacts that are not subscribed.
    const asking = await given.publishedFunnel({ sequences: [{ action_name: 'send_double_optin', settings: {} }] });
    await enroll(asking.id, pending.id);
    const [question] = await emailsTo('grace@example.com');
    expect(question?.html).toContain('/t/d/');

    const { body: report } = await world.all.get(`/funnels/${funnel.id}/report`).expect(200);
    const first = (await sequencesOf(funnel.id))[0];
    expect(JSON.stringify(report)).toContain('"total_entered":1');
    const { body: stats } = await world.all.get(`/funnels/${funnel.id}/sequences/${first?.id}`).expect(200);
    expect(stats.stats).toEqual({ entered: 1, completed: 1, sent: 1, opened: 1, clicked: 1 });
  });

  async function enroll(funnel: number, contact: number): Promise<void> {
    await world.all
      .post(`/funnels/${funnel}/subscribers`)
      .send({ subscribers: [contact] })
      .expect(200);
    await world.settle();
  }

  async function sequencesOf(funnel: number): Promise<ShownSequence[]> {
    return (await world.all.get(`/funnels/${funnel}/sequences`).expect(200)).body.sequences;
  }

  async function traceOf(
    funnel: number,
    contact: number,
  ): Promise<{ action_name: string; status: string; detail: string | null; due_at: string | null }[]> {
    return (await world.all.get(`/funnels/${funnel}/subscribers/${contact}/trace`).expect(200)).body.trace;
  }

  async function waitingFor(funnel: number, contact: number) {
    return (await traceOf(funnel, contact)).find(({ status }) => status === 'waiting');
  }

  async function statusIn(funnel: number, contact: number): Promise<[status: string, reason: string | null]> {
    const { body } = await world.all.get(`/funnels/${funnel}/subscribers/${contact}/trace`).expect(200);
    return [body.funnel_subscriber.status, body.funnel_subscriber.exit_reason];
  }

  async function emailsTo(address: string) {
    return Promise.all(
      sink.messages.filter(({ envelope }) => envelope.to.includes(address)).map((message) => message.parsed()),
    );
  }

  const linkIn = (html: string | undefined, kind: 'o' | 'c'): string =>
    new RegExp(`"http://carillon\\.test(/t/${kind}/[^"]+)"`).exec(html ?? '')?.[1] ?? '';
});
