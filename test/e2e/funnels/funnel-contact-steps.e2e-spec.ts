import { CountsVerification } from '../../../src/modules/contacts/counts/counts-verification.service.js';
import type { ActionName } from '../../../src/modules/funnels/definition/action-catalog.js';
import { insertSubscribers } from '../../support/builders/audience.js';
import type { GivenContact, GivenFunnel } from '../../support/given.js';
import { World } from '../../support/world.js';

/** The part of contact events that the tests check. */
interface ContactEventData {
  readonly lists: readonly { readonly id: number }[];
  readonly tags: readonly { readonly id: number }[];
  readonly event: { readonly value: string | null };
}

/** An action with its settings. */
type Step = readonly [action_name: ActionName, settings: object];

const sequencesOf = (steps: readonly Step[]) => steps.map(([action_name, settings]) => ({ action_name, settings }));

const FOREVER: Step = ['wait_times', { wait_type: 'unit_wait', wait_time_amount: 9, wait_time_unit: 'days' }];

describe('steps that change contacts', () => {
  let world: World;
  beforeAll(async () => {
    world = await World.start();
  });

  const given = (steps: readonly Step[], changes: object = {}): Promise<GivenFunnel> =>
    world.given.publishedFunnel({ sequences: sequencesOf(steps), ...changes });

  /** Fires the trigger of a funnel for the contacts, and runs due steps. */
  async function fire(
    { trigger_name }: GivenFunnel,
    contacts: readonly { id: number }[],
    payload: object = {},
  ): Promise<void> {
    for (const { id } of contacts)
      await world.all.post(`/triggers/${trigger_name}`).send({ contact_id: id, payload }).expect(200);
    await world.settle();
  }

  /** The trace of each step. */
  async function traceMessagesOf({ id }: GivenFunnel, contact: GivenContact): Promise<[string, string | null][]> {
    const { body } = await world.all.get(`/funnels/${id}/subscribers/${contact.id}/trace`).expect(200);
    return body.trace.map(({ status, detail }: { status: string; detail: string | null }) => [status, detail]);
  }

  /**
   * Sends one contact through a funnel of these steps.
   * @param meanwhile runs between the creation of the funnel and the trigger.
   */
  async function run(
    contact: GivenContact,
    steps: readonly Step[],
    payload: object = {},
    meanwhile: () => Promise<unknown> = () => Promise.resolve(),
  ): Promise<{ funnel: GivenFunnel; said: [string, string | null][] }> {
    const funnel = await given(steps);
    await meanwhile();
    await fire(funnel, [contact], payload);
    return { funnel, said: await traceMessagesOf(funnel, contact) };
  }

  const shown = async ({ id }: GivenContact, options = '') =>
    (await world.all.get(`/subscribers/${id}${options}`).expect(200)).body.subscriber;

  /** Events of the contact, oldest first. */
  async function eventsOf({ id }: GivenContact, type: string): Promise<ContactEventData[]> {
    const rows = await world.db.query<{ data: string }>(
      'SELECT data FROM domain_events WHERE subject_id = :id AND type = :type ORDER BY id',
      { id, type },
    );
    return rows.map(({ data }) => JSON.parse(data) as ContactEventData);
  }

  const idsOf = (labels: readonly { readonly id: number }[]): number[] => labels.map(({ id }) => id);

  describe('lists and tags', () => {
    it('are added and removed', async () => {
      const [list, old] = [await world.given.list(), await world.given.list()];
      const [tag, oldTag] = [await world.given.tag(), await world.given.tag()];
      const contact = await world.given.contact({ lists: [old.id], tags: [oldTag.id] });
      const { said } = await run(contact, [
        ['add_contact_to_list', { lists: [list.id] }],
        ['detach_contact_from_list', { lists: [old.id] }],
        ['add_contact_to_tag', { tags: [tag.id] }],
        ['detach_contact_from_tag', { tags: [oldTag.id] }],
      ]);
      expect(said).toEqual(Array.from({ length: 4 }, () => ['done', null]));
      const { lists, tags } = await shown(contact);
      expect([idsOf(lists), idsOf(tags)]).toEqual([[list.id], [tag.id]]);
      expect((await eventsOf(contact, 'contact.list_added')).map(({ lists: added }) => idsOf(added))).toEqual([
        [old.id],
        [list.id],
      ]);
      expect((await eventsOf(contact, 'contact.tag_removed')).map(({ tags: gone }) => idsOf(gone))).toEqual([
        [oldTag.id],
      ]);
    });

    it('report no change, and deleted objects', async () => {
      const [list, deleted] = [await world.given.list(), await world.given.list()];
      const contact = await world.given.contact({ lists: [list.id] });
      const steps: Step[] = [
        ['add_contact_to_list', { lists: [list.id] }],
        ['add_contact_to_list', { lists: [list.id, deleted.id] }],
        ['add_contact_to_list', { lists: [deleted.id] }],
      ];
      const { said } = await run(contact, steps, {}, () => world.all.delete(`/lists/${deleted.id}`).expect(200));
      expect(said).toEqual([
        ['done', 'no_change'],
        ['done', `lists deleted: ${deleted.id}`],
        ['failed', `lists deleted: ${deleted.id}`],
      ]);
    });

    it('are added to hundreds of contacts with exact counters', async () => {
      const [list, crowd] = [await world.given.list(), await world.given.list()];
      await insertSubscribers(world.db, crowd.id, 'many', 130);
      await world.given.contact({ status: 'pending', lists: [crowd.id] });
      const members = await world.db.query<{ id: number }>(
        'SELECT contact_id AS id FROM contact_lists WHERE list_id = :id',
        { id: crowd.id },
      );
      const { id } = await given([['add_contact_to_list', { lists: [list.id] }]]);
      await world.all
        .post(`/funnels/${id}/subscribers`)
        .send({ subscribers: idsOf(members) })
        .expect(200);
      await world.settle();
      const [counted] = await world.db.query('SELECT total_count, subscribed_count FROM lists WHERE id = :id', {
        id: list.id,
      });
      expect(counted).toEqual({ total_count: 131, subscribed_count: 130 });
    });
  });

  it('attach companies; the first one becomes primary', async () => {
    const [company, other] = [await world.given.company(), await world.given.company()];
    const contact = await world.given.contact();
    const { said } = await run(contact, [
      ['add_contact_to_company', { companies: [company.id, other.id] }],
      ['add_contact_to_company', { companies: [company.id] }],
    ]);
    expect(said).toEqual([
      ['done', null],
      ['done', 'no_change'],
    ]);
    const { companies } = await shown(contact, '?with[]=companies');
    expect(companies.map(({ id, is_primary }: { id: number; is_primary: boolean }) => [id, is_primary])).toEqual([
      [company.id, true],
      [other.id, false],
    ]);
  });

  describe('properties', () => {
    it('are set to rendered texts', async () => {
      await world.given.customField({ slug: 'plan', type: 'text' });
      await world.given.customField({ slug: 'seats', type: 'number' });
      const contact = await world.given.contact({ first_name: 'Ada', phone: '555', custom_values: { plan: 'old' } });
      const { said } = await run(
        contact,
        [
          [
            'update_contact_property',
            {
              properties: [
                { key: 'last_name', value: '{{ trigger.name.last }}' },
                { key: 'city', value: '{{ contact.first_name }}ville' },
                { key: 'phone', value: null },
                { key: 'postal_code', value: 10115 },
                { key: 'custom.plan', value: 'was {{ custom.plan }}' },
                { key: 'custom.seats', value: 12 },
                { key: 'country', value: '{{ trigger.country }}' },
              ],
            },
          ],
        ],
        { name: { last: 'Lovelace' } },
      );
      expect(said).toEqual([['done', null]]);
      expect(await shown(contact, '?with[]=subscriber.custom_values')).toMatchObject({
        ...{ first_name: 'Ada', last_name: 'Lovelace', city: 'Adaville', phone: null, postal_code: '10115' },
        custom_values: { plan: 'was old', seats: '12' },
      });
    });

    it('are unchanged if a text renders blank', async () => {
      const contact = await world.given.contact({ city: 'Turin' });
      const { said } = await run(contact, [
        ['update_contact_property', { properties: [{ key: 'city', value: '{{ trigger.city }}' }] }],
      ]);
      expect(said).toEqual([['skipped', 'nothing_to_set']]);
      expect((await shown(contact)).city).toBe('Turin');
    });

    it('are all kept if one is refused, and the enrollment continues', async () => {
      const tag = await world.given.tag();
      await world.given.customField({ slug: 'short_lived' });
      const contact = await world.given.contact({ city: 'Turin', country: 'IT' });
      const { said } = await run(
        contact,
        [
          [
            'update_contact_property',
            {
              properties: [
                { key: 'city', value: 'Rome' },
                { key: 'country', value: '{{ trigger.country }}' },
              ],
            },
          ],
          ['update_contact_property', { properties: [{ key: 'custom.short_lived', value: 'x' }] }],
          ['add_contact_to_tag', { tags: [tag.id] }],
        ],
        { country: 'Atlantis' },
        () => world.all.delete('/custom-fields/contacts/short_lived').expect(200),
      );
      expect(said).toEqual([
        ['failed', 'country: must be a country code or the name of a country'],
        ['failed', 'custom_values.short_lived: does not exist'],
        ['done', null],
      ]);
      expect(await shown(contact)).toMatchObject({ city: 'Turin', country: 'IT' });
      expect(await eventsOf(contact, 'contact.updated')).toEqual([]);
    });

    it('refuse an address of another contact for that contact only', async () => {
      const taken = await world.given.contact();
      const [one, other] = [await world.given.contact({ phone: taken.email }), await world.given.contact()];
      const funnel = await given([
        [
          'update_contact_property',
          { properties: [{ key: 'email', value: '{{ contact.phone | default: "fresh@example.com" }}' }] },
        ],
      ]);
      await world.all
        .post(`/funnels/${funnel.id}/subscribers`)
        .send({ subscribers: [one.id, other.id] })
        .expect(200);
      await world.settle();
      expect(await traceMessagesOf(funnel, one)).toEqual([['failed', 'email: belongs to another contact']]);
      expect(await traceMessagesOf(funnel, other)).toEqual([['done', null]]);
      expect([(await shown(one)).email, (await shown(other)).email]).toEqual([one.email, 'fresh@example.com']);
    });

    it('name the text that is too expensive to render', async () => {
      const contact = await world.given.contact();
      const endless = '{% for a in (1..90000) %}{% for b in (1..90000) %}x{% endfor %}{% endfor %}';
      const { said } = await run(contact, [
        ['update_contact_property', { properties: [{ key: 'city', value: endless }] }],
      ]);
      expect(said).toEqual([['failed', 'city: does not render']]);
    });
  });

  describe('the status', () => {
    it('changes with the funnel as source', async () => {
      const list = await world.given.list();
      const contact = await world.given.contact({ lists: [list.id] });
      const { said, funnel } = await run(contact, [['change_status', { status: 'unsubscribed' }]]);
      expect(said).toEqual([['done', null]]);
      expect((await shown(contact)).status).toBe('unsubscribed');
      expect(await eventsOf(contact, 'contact.status_changed')).toMatchObject([
        {
          ...{ old_status: 'subscribed', new_status: 'unsubscribed', source: 'funnel' },
          reason: `funnel ${funnel.id}, sequence ${funnel.sequences[0]?.id}`,
        },
      ]);
      const { body } = await world.all.get(`/subscribers/${contact.id}/consents`).expect(200);
      expect(body.consents.data[0]).toMatchObject({ source: 'funnel', new_status: 'unsubscribed' });
      const [counted] = await world.db.query('SELECT total_count, subscribed_count FROM lists WHERE id = :id', {
        id: list.id,
      });
      expect(counted).toEqual({ total_count: 1, subscribed_count: 0 });
    });

    it.each(['unsubscribed', 'bounced', 'complained', 'pending'])('%s is not lifted', async (status) => {
      const contact = await world.given.contact({ status });
      const { said } = await run(contact, [['change_status', { status: 'subscribed' }]]);
      expect(said).toEqual([['done', 'kept_status']]);
      expect((await shown(contact)).status).toBe(status);
      expect(await eventsOf(contact, 'contact.status_changed')).toEqual([]);
    });
  });

  it('write notes without an author, sanitized and with escaped values', async () => {
    const contact = await world.given.contact({ first_name: 'Ada' });
    const { said } = await run(
      contact,
      [
        [
          'add_contact_note',
          {
            title: 'Order of {{ contact.first_name }}',
            description: '<p>{{ trigger.comment }}</p><script>alert(1)</script>',
            type: 'transaction',
          },
        ],
        ['add_contact_note', { title: '{{ trigger.nothing }}', description: 'Text', type: 'note' }],
      ],
      { comment: '<b>urgent</b>' },
    );
    expect(said).toEqual([
      ['done', null],
      ['failed', 'title: must not be empty'],
    ]);
    const { body } = await world.all.get(`/subscribers/${contact.id}/notes`).expect(200);
    expect(body.notes.data).toMatchObject([
      { title: 'Order of Ada', type: 'transaction', description: '<p>&lt;b&gt;urgent&lt;/b&gt;</p>' },
    ]);
  });

  it('track events', async () => {
    const contact = await world.given.contact();
    const { said } = await run(
      contact,
      [
        ['track_event', { event_key: 'checkout', title: 'Checkout', value: 'cart {{ trigger.cart }}' }],
        ['track_event', { event_key: 'checkout', title: 'Checkout', value: null }],
      ],
      { cart: 17 },
    );
    expect(said).toEqual([
      ['done', null],
      ['done', null],
    ]);
    const { body } = await world.all.get(`/subscribers/${contact.id}/tracking-events`).expect(200);
    expect(body.events.data).toMatchObject([{ event_key: 'checkout', provider: 'funnel', counter: 2 }]);
    expect((await eventsOf(contact, 'contact.event_tracked')).map(({ event }) => event.value)).toEqual([
      'cart 17',
      null,
    ]);
  });

  describe('a double opt-in', () => {
    it('is requested, and the contact waits for the confirmation', async () => {
      const contact = await world.given.contact({ status: 'unsubscribed' });
      const { said } = await run(contact, [['send_double_optin', { template_id: null }]]);
      expect(said).toEqual([['done', null]]);
      expect((await shown(contact)).status).toBe('pending');
      const asked = await world.db.query('SELECT state, source FROM contact_optins WHERE contact_id = :id', {
        id: contact.id,
      });
      expect(asked).toEqual([{ state: 'requested', source: 'funnel' }]);
    });

    it.each([
      ['subscribed', 'skipped', 'already_subscribed'],
      ['complained', 'skipped', 'complained'],
    ])('is not requested for %s contacts', async (status, outcome, detail) => {
      const contact = await world.given.contact({ status });
      const { said } = await run(contact, [['send_double_optin', { template_id: null }]]);
      expect(said).toEqual([[outcome, detail]]);
      expect((await shown(contact)).status).toBe(status);
    });

    it('is not requested for a suppressed address, or with a deleted template', async () => {
      const [suppressed, other] = [
        await world.given.contact({ status: 'pending' }),
        await world.given.contact({ status: 'pending' }),
      ];
      await world.all.post('/suppressions').send({ email: suppressed.email }).expect(200);
      const template = await world.given.template({ email_body: '<a href="{{ confirm_url }}">Yes</a>' });
      const steps: Step[] = [['send_double_optin', { template_id: template.id }]];
      expect((await run(suppressed, steps)).said).toEqual([['skipped', 'address_suppressed']]);
      const { said } = await run(other, steps, {}, () => world.all.delete(`/templates/${template.id}`).expect(200));
      expect(said).toEqual([['failed', `template_id: names an unknown id: ${template.id}`]]);
    });
  });

  describe('other funnels', () => {
    it('enroll contacts with the trigger payload, by their own rules', async () => {
      const tag = await world.given.tag();
      const contact = await world.given.contact();
      const second = await given([
        ['update_contact_property', { properties: [{ key: 'city', value: '{{ trigger.city }}' }] }],
        ['add_contact_to_tag', { tags: [tag.id] }],
      ]);
      const steps: Step[] = [['add_to_funnel', { funnel_id: second.id }]];
      expect((await run(contact, steps, { city: 'Turin' })).said).toEqual([['done', null]]);
      expect(await shown(contact)).toMatchObject({ city: 'Turin', tags: [{ id: tag.id }] });
      // No re-entry, unless the funnel allows it.
      expect((await run(contact, steps)).said).toEqual([['skipped', 'not_let_in']]);
      expect(await traceMessagesOf(second, contact)).toHaveLength(2);
    });

    it('enroll no active contact, and none while unpublished or deleted', async () => {
      const contact = await world.given.contact();
      const again = { run_multiple: 'yes', reentry: { mode: 'always' } };
      const [waiting, draft, gone] = [
        await given([FOREVER], { conditions: again }),
        await world.given.funnel({ sequences: sequencesOf([FOREVER]) }),
        await given([FOREVER]),
      ];
      await fire(waiting, [contact]);
      const { said } = await run(
        contact,
        [
          ['add_to_funnel', { funnel_id: waiting.id }],
          ['add_to_funnel', { funnel_id: draft.id }],
          ['add_to_funnel', { funnel_id: gone.id }],
          ['remove_from_funnel', { funnel_id: draft.id }],
        ],
        {},
        () => world.all.delete(`/funnels/${gone.id}`).expect(200),
      );
      expect(said).toEqual([
        ['skipped', 'already_active'],
        ['skipped', 'funnel_not_published'],
        ['failed', 'funnel_deleted'],
        ['skipped', 'not_in_funnel'],
      ]);
    });

    it('enroll no contact if their filters are invalid, without blocking', async () => {
      const contact = await world.given.contact();
      const field = await world.given.customField();
      const filters = [[{ source: ['custom', field.slug], operator: '=', value: 'x' }]];
      const other = await given([FOREVER], { conditions: { filters } });
      const { said } = await run(contact, [['add_to_funnel', { funnel_id: other.id }]], {}, () =>
        world.all.delete(`/custom-fields/contacts/${field.slug}?force=yes`).expect(200),
      );
      expect(said).toEqual([['failed', 'conditions_not_understood']]);
    });

    it.each(['published', 'paused'])('release contacts also while they are %s', async (status) => {
      const contact = await world.given.contact();
      const waiting = await given([FOREVER]);
      await fire(waiting, [contact]);
      await world.all.put(`/funnels/${waiting.id}/status`).send({ status }).expect(200);
      const { said } = await run(contact, [['remove_from_funnel', { funnel_id: waiting.id }]]);
      expect(said).toEqual([['done', null]]);
      const { body } = await world.all.get(`/funnels/${waiting.id}/subscribers`).expect(200);
      expect(body.funnel_subscribers.data).toMatchObject([
        { status: 'cancelled', exit_reason: 'removed_by_funnel', next_sequence_id: null, next_execution_time: null },
      ]);
      const { body: report } = await world.all.get(`/funnels/${waiting.id}/report`).expect(200);
      expect(report.exits).toEqual([{ reason: 'removed_by_funnel', total: 1 }]);
      const left = await world.db.query<{ data: string }>(
        "SELECT data FROM domain_events WHERE type = 'funnel.subscriber_exited' AND subject_id = :id",
        { id: waiting.id },
      );
      expect(left.map(({ data }) => (JSON.parse(data) as { reason: string }).reason)).toEqual(['removed_by_funnel']);
    });

    it('end their own enrollment', async () => {
      const tag = await world.given.tag();
      const contact = await world.given.contact();
      const funnel = await given([]);
      const sequences = sequencesOf([
        ['remove_from_funnel', { funnel_id: funnel.id }],
        ['add_contact_to_tag', { tags: [tag.id] }],
      ]);
      await world.all.put(`/funnels/${funnel.id}/sequences`).send({ sequences }).expect(200);
      await fire(funnel, [contact]);
      expect(await traceMessagesOf(funnel, contact)).toEqual([['done', null]]);
      const { body } = await world.all.get(`/funnels/${funnel.id}/subscribers`).expect(200);
      expect(body.funnel_subscribers.data).toMatchObject([{ status: 'cancelled', exit_reason: 'removed_by_funnel' }]);
      expect((await shown(contact)).tags).toEqual([]);
    });
  });

  it('keep all counters exact', async () => {
    expect(await world.api.get(CountsVerification, { strict: false }).verify()).toEqual([]);
  });
});
