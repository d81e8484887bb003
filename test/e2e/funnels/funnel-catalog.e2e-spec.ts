import { Ajv2020 } from 'ajv/dist/2020.js';
import { deciding, splitting, tagging, waiting } from '../../support/builders/steps.js';
import { World } from '../../support/world.js';

const MAIL = { email_subject: 'Hello', email_body: '<p><a href="{{ unsubscribe_url }}">Unsubscribe</a></p>' };

/** As in the contract. */
const ACTIONS = [
  'send_custom_email',
  'send_campaign_email',
  'add_contact_to_list',
  'detach_contact_from_list',
  'add_contact_to_tag',
  'detach_contact_from_tag',
  'add_contact_to_company',
  'update_contact_property',
  'change_status',
  'add_contact_note',
  'track_event',
  'http_request',
  'add_to_funnel',
  'remove_from_funnel',
  'send_double_optin',
  'notify_manager',
  'wait_times',
  'funnel_condition',
  'funnel_split',
  'end_this_funnel',
  'list_applied',
  'tag_applied',
  'email_opened',
  'link_clicked',
  'event_tracked',
  'order_received',
];
const TRIGGERS = [
  'contact_created',
  'list_applied',
  'list_removed',
  'tag_applied',
  'tag_removed',
  'status_changed',
  'event_tracked',
  'order_received',
  'order_created',
  'order_completed',
  'order_refunded',
  'date_field',
  'segment_entered',
  'segment_left',
  '<form_plugin>_submission_*',
  'shop_order_status_*',
  'shop_order_total_*',
  'shop_product_purchased',
  'user_registration',
  'site_login',
  'post_published',
  'custom_*',
  'webhook_*',
];

interface Sequence {
  readonly id: number;
  readonly action_name: string;
  readonly version: number;
  readonly settings: Record<string, unknown>;
  readonly children?: Record<string, Sequence[]>;
}

const flat = (tree: readonly Sequence[]): Sequence[] =>
  tree.flatMap((step) => [step, ...flat(Object.values(step.children ?? {}).flat())]);

describe('funnel definitions', () => {
  let world: World;
  let made = 0;
  beforeAll(async () => {
    world = await World.start();
  });

  const body = (wanted: object): object => ({
    title: `Made ${(made += 1)}`,
    trigger_name: `custom_made_${made}`,
    sequences: [],
    ...wanted,
  });
  const create = async (wanted: object) =>
    (await world.all.post('/funnels').send(body(wanted)).expect(200)).body.funnel as {
      id: number;
      title: string;
      trigger_name: string;
      conditions: Record<string, unknown>;
      settings: Record<string, unknown>;
      sequences: Sequence[];
    };
  const refused = async (wanted: object): Promise<Record<string, string>> => {
    const answer = await world.all.post('/funnels').send(body(wanted)).expect(400);
    expect(answer.body.code).toBe('rest_invalid_param');
    return answer.body.data.params;
  };
  const refusedSteps = (...sequences: readonly object[]): Promise<Record<string, string>> => refused({ sequences });

  describe('the catalog', () => {
    it('lists every action with a schema that compiles, and its branches', async () => {
      const { body: answer } = await (await world.as('view_contacts')).get('/funnels/actions').expect(200);
      expect(answer.actions.map(({ name }: { name: string }) => name)).toEqual(ACTIONS);
      const ajv = new Ajv2020({ strict: false, validateFormats: false });
      for (const action of answer.actions) {
        expect(action).toMatchObject({ title: expect.any(String), description: expect.any(String) });
        expect(ajv.validateSchema(action.settings)).toBe(true);
      }
      const branches = answer.actions.filter((action: object) => 'branches' in action);
      expect(branches.map((action: { name: string; branches: unknown }) => [action.name, action.branches])).toEqual([
        ['funnel_condition', ['yes', 'no']],
        ['funnel_split', 'settings.branches'],
      ]);
    });

    it('lists every trigger with schemas of its settings and payload', async () => {
      const { body: answer } = await (await world.as('manage_campaigns')).get('/funnels/triggers').expect(200);
      expect(answer.triggers.map(({ name }: { name: string }) => name)).toEqual(TRIGGERS);
      const ajv = new Ajv2020({ strict: false, validateFormats: false });
      for (const trigger of answer.triggers) {
        expect(ajv.validateSchema(trigger.settings)).toBe(true);
        expect(ajv.validateSchema(trigger.payload)).toBe(true);
        expect(trigger.family).toBe(trigger.pattern !== null);
      }
      expect(ajv.validateSchema(answer.settings)).toBe(true);
      expect(ajv.validateSchema(answer.conditions)).toBe(true);
      const custom = answer.triggers.find(({ name }: { name: string }) => name === 'custom_*');
      expect(new RegExp(custom.pattern).test('custom_trial_started')).toBe(true);
    });

    it('shows the schemas that validation uses', async () => {
      const { body: answer } = await world.all.get('/funnels/actions').expect(200);
      const ajv = new Ajv2020({ strict: false, validateFormats: false, useDefaults: true });
      const wait = answer.actions.find(({ name }: { name: string }) => name === 'wait_times');
      expect(ajv.validate(wait.settings, waiting(2).settings)).toBe(true);
      expect(ajv.validate(wait.settings, { wait_type: 'unit_wait', wait_time_amount: 2 })).toBe(false);
    });

    it('needs view_contacts or manage_campaigns', async () => {
      await (await world.as('view_reports')).get('/funnels/actions').expect(403);
      await (await world.as('view_reports')).get('/funnels/triggers').expect(403);
    });
  });

  describe('steps', () => {
    it('can have every action, and are unchanged when they are sent back as shown', async () => {
      const [list, tag, company, field] = [
        await world.given.list(),
        await world.given.tag(),
        await world.given.company(),
        await world.given.customField({ type: 'date' }),
      ];
      const [campaign, other, template] = [
        await world.given.campaign(),
        await create({}),
        await world.given.template({ email_body: '<a href="{{ confirm_url }}">Yes</a>' }),
      ];
      const [manager] = await world.db.query<{ username: string }>('SELECT username FROM managers LIMIT 1');
      const rule = [[{ source: ['subscriber', 'city'], operator: '=', value: 'Paris' }]];
      const event = { wait_type: 'event', event: 'link_clicked', timeout_amount: 3, timeout_unit: 'days' };
      const settings: Record<string, object> = {
        send_custom_email: { ...MAIL, email_pre_header: 'In short', design_template: 'raw_html' },
        send_campaign_email: { campaign_id: campaign.id },
        add_contact_to_list: { lists: [list.id] },
        detach_contact_from_list: { lists: [list.id] },
        add_contact_to_tag: { tags: [tag.id] },
        detach_contact_from_tag: { tags: [tag.id] },
        add_contact_to_company: { companies: [company.id] },
        update_contact_property: { properties: [{ key: 'city', value: '{{ trigger.city }}' }, { key: `custom.${field.slug}`, value: null }] }, // oxfmt-ignore
        change_status: { status: 'pending' },
        add_contact_note: { title: 'Was here', description: '<p>{{ contact.first_name }}</p>' },
        track_event: { event_key: 'done', title: 'Done' },
        http_request: { url: 'https://crm.example.com/{{ contact.id }}', headers: { Authorization: 'Bearer x' }, body: '{}' }, // oxfmt-ignore
        add_to_funnel: { funnel_id: other.id },
        remove_from_funnel: { funnel_id: other.id },
        send_double_optin: { template_id: template.id },
        notify_manager: { username: manager!.username, email_subject: 'New', email_body: '{{ contact.email }}' },
        wait_times: event,
        list_applied: { lists: [list.id], type: 'required' },
        tag_applied: {},
        email_opened: {},
        link_clicked: { url: 'https://shop.example/' },
        event_tracked: { event_key: 'done' },
        order_received: { min_total: 20.5 },
      };
      const waits = [
        waiting(3).settings,
        { wait_type: 'timestamp_wait', wait_date_time: '2031-01-01 10:00:00' },
        { wait_type: 'to_day', to_day: ['Mon'], to_day_time: '09:30' },
        { wait_type: 'by_custom_field', by_custom_field: field.slug, offset_days: -3 },
        { wait_type: 'by_custom_field', by_custom_field: 'date_of_birth' },
        ...['list_applied', 'tag_applied', 'email_opened', 'event_tracked', 'order_received'].map((name) => ({ ...event, event: name })), // oxfmt-ignore
      ];
      const steps = Object.entries(settings).map(([action_name, own]) => ({ action_name, settings: own }));
      const sequences = [
        ...steps,
        ...waits.map((own) => ({ action_name: 'wait_times', settings: own })),
        {
          ...deciding(
            [{ ...tagging(tag.id), conditions: rule, delay: 60, title: 'Mine', description: 'Own words' }],
            [],
          ),
          settings: { conditions: rule },
        },
        splitting({ a: [{ action_name: 'end_this_funnel' }], b: [] }),
      ];
      const created = await create({ sequences });
      expect(flat(created.sequences).map((step) => step.action_name)).toEqual(expect.arrayContaining(ACTIONS));
      const saved = await world.all
        .put(`/funnels/${created.id}/sequences`)
        .send({ sequences: created.sequences })
        .expect(200);
      expect(saved.body.funnel.sequences).toEqual(created.sequences);
      expect(flat(saved.body.funnel.sequences).every(({ version }) => version === 1)).toBe(true);
    });

    it('keep the version that last changed them when they are moved', async () => {
      const tag = await world.given.tag();
      const { id, sequences } = await create({ sequences: [tagging(tag.id), waiting(1), waiting(2)] });
      const [first, second, third] = sequences;
      const { body: answer } = await world.all
        .put(`/funnels/${id}/sequences`)
        .send({ sequences: [third, { ...first, title: 'Another' }, waiting(9)] })
        .expect(200);
      const after = answer.funnel.sequences as Sequence[];
      expect(after.map((step) => [step.id, step.version])).toEqual([
        [third!.id, 1],
        [first!.id, 2],
        [expect.any(Number), 2],
      ]);
      expect(after.map((step) => step.id)).not.toContain(second!.id);
      expect(after[1]).toMatchObject({ title: 'Another', sequence: 2, created_at: expect.stringMatching(/Z$/) });
    });

    it('show their position', async () => {
      const { id, sequences } = await create({
        sequences: [splitting({ a: [waiting(1)], b: [deciding([waiting(2)], [])] })],
      });
      const [split] = sequences;
      const decision = split!.children!['b']![0]!;
      expect(split).toMatchObject({
        funnel_id: id,
        parent_id: null,
        condition_type: null,
        branch: null,
        type: 'split',
      });
      expect(split!.children!['a']![0]).toMatchObject({ parent_id: split!.id, condition_type: 'branch', branch: 'a' });
      expect(decision.children!['yes']![0]).toMatchObject({
        parent_id: decision.id,
        condition_type: 'yes',
        type: 'wait',
      });
      expect(decision.children!['no']).toEqual([]);
    });

    it('refuse references to unknown objects', async () => {
      const other = await create({ sequences: [waiting(1)] });
      const wait = { wait_type: 'by_custom_field', by_custom_field: 'no_such_date' };
      expect(
        await refusedSteps(
          { action_name: 'add_contact_to_list', settings: { lists: [901, 902] } },
          tagging(903),
          { action_name: 'add_contact_to_company', settings: { companies: [904] } },
          { action_name: 'send_campaign_email', settings: { campaign_id: 905 } },
          { action_name: 'add_to_funnel', settings: { funnel_id: 906 } },
          { action_name: 'send_double_optin', settings: { template_id: 907 } },
          {
            action_name: 'notify_manager',
            settings: { username: 'unknown-user', email_subject: 'A', email_body: 'B' },
          },
          { action_name: 'wait_times', settings: wait },
          { action_name: 'update_contact_property', settings: { properties: [{ key: 'custom.nothing', value: 'a' }, { key: 'status', value: 'b' }, { key: 'city', value: ['c'] }, { key: 'city', value: 'd' }] } }, // oxfmt-ignore
          { action_name: 'link_clicked', settings: { sequence_id: other.sequences[0]!.id } },
          deciding(
            [{ ...tagging(903), conditions: [[{ source: ['tags', 'id'], operator: 'contains', value: 908 }]] }],
            [],
          ),
        ),
      ).toEqual({
        'sequences.0.settings.lists': 'unknown: 901, 902',
        'sequences.1.settings.tags': 'unknown: 903',
        'sequences.2.settings.companies': 'unknown: 904',
        'sequences.3.settings.campaign_id': 'unknown: 905',
        'sequences.4.settings.funnel_id': 'unknown: 906',
        'sequences.5.settings.template_id': 'unknown: 907',
        'sequences.6.settings.username': 'unknown: unknown-user',
        'sequences.7.settings.by_custom_field': 'unknown: no_such_date',
        'sequences.8.settings.properties.0.key': "Custom field 'nothing' does not exist",
        'sequences.8.settings.properties.1.key': expect.stringMatching(
          /^is not a property of a contact that can be changed; known: .*first_name.*, custom\.<slug>$/,
        ),
        'sequences.8.settings.properties.2.value': 'must be text, a number or null',
        'sequences.8.settings.properties.3.key': 'is sent twice',
        'sequences.9.settings.sequence_id': `unknown: ${other.sequences[0]!.id}`,
        'sequences.10.children.yes.0.settings.tags': 'unknown: 903',
        'sequences.10.children.yes.0.conditions.0.0.value': 'unknown: 908',
      });
    });

    it('refuse invalid Liquid, emails without an opt-out link, and URLs that must not be called', async () => {
      const header = { Host: 'a', 'X-A': '1', 'x-a': '2' };
      const faults = await refusedSteps(
        { action_name: 'send_custom_email', settings: { email_subject: '{{ a', email_body: '<p>{% if %}</p>' } },
        { action_name: 'send_custom_email', settings: { ...MAIL, email_body: '<p>Hello</p>', footer: 'none' } },
        { action_name: 'add_contact_note', settings: { title: '{{ a', description: 'b' } },
        { action_name: 'http_request', settings: { url: 'https://{{ contact.city }}/', body: '{{', headers: header } },
        { action_name: 'http_request', settings: { url: 'http://crm.example.com/', method: 'GET', body: 'a' } },
        { action_name: 'funnel_condition', settings: { conditions: [] } },
        { action_name: 'funnel_split', settings: { branches: [{ key: 'a' }, { key: 'a' }] } },
      );
      expect(faults).toEqual({
        'sequences.0.settings.email_subject': expect.stringContaining('does not parse'),
        'sequences.0.settings.email_body': expect.any(String),
        'sequences.1.settings.footer':
          'must be auto unless email_body links to {{ unsubscribe_url }} or {{ preferences_url }}',
        'sequences.2.settings.title': expect.stringContaining('does not parse'),
        'sequences.3.settings.url': 'can contain Liquid only in its path and query',
        'sequences.3.settings.body': expect.stringContaining('does not parse'),
        'sequences.3.settings.headers.Host': 'is set by Carillon',
        'sequences.3.settings.headers.x-a': 'is sent twice',
        'sequences.4.settings.url': 'must start with https://',
        'sequences.4.settings.body': 'must be null for GET',
        'sequences.5.settings.conditions': 'must hold at least one group',
        'sequences.6.settings.branches.1.key': 'is sent twice',
      });
    });

    it('can refer to the email of another step', async () => {
      const mail = { action_name: 'send_custom_email', settings: MAIL };
      const { id, sequences } = await create({ sequences: [mail, waiting(1)] });
      const [sent, wait] = sequences;
      const opened = (sequence_id: number) => ({ action_name: 'email_opened', settings: { sequence_id } });
      const put = (tree: readonly unknown[]) => world.all.put(`/funnels/${id}/sequences`).send({ sequences: tree });
      await put([sent, opened(sent!.id)]).expect(200);
      for (const tree of [[sent, wait, opened(wait!.id)], [opened(sent!.id)]]) {
        const { body: answer } = await put(tree).expect(400);
        expect(Object.values(answer.data.params)).toEqual([expect.stringContaining('unknown: ')]);
      }
    });
  });

  describe('rules', () => {
    const conditionsOf = async (conditions: unknown) => (await create({ conditions })).conditions;

    it('have defaults', async () => {
      const usual = {
        run_multiple: 'no',
        reentry: { mode: 'never', days: null },
        filters: null,
        exit: { mode: 'complete', goal: null },
      };
      for (const conditions of [undefined, null, [], {}, { filters: [] }])
        expect(await conditionsOf(conditions)).toEqual(usual);
    });

    it('accept re-entry rules in a short and a long form', async () => {
      expect(await conditionsOf({ run_multiple: 'yes' })).toMatchObject({ reentry: { mode: 'always', days: null } });
      expect(await conditionsOf({ reentry: { mode: 'after_days', days: 30 } })).toMatchObject({
        run_multiple: 'yes',
        reentry: { mode: 'after_days', days: 30 },
      });
      expect(await refused({ conditions: { run_multiple: 'yes', reentry: { mode: 'never' } } })).toEqual({
        'conditions.run_multiple': 'must be no with that reentry',
      });
      expect(await refused({ conditions: { run_multiple: 1, reentry: { mode: 'after_days' } } })).toEqual({
        'conditions.run_multiple': 'must be text',
        'conditions.reentry.days': 'is required',
      });
    });

    it('accept exit rules', async () => {
      const tag = await world.given.tag();
      expect(
        await conditionsOf({ exit: { mode: 'goal', goal: { event: 'tag_applied', tags: [tag.id] } } }),
      ).toMatchObject({
        exit: { mode: 'goal', goal: { event: 'tag_applied', tags: [tag.id] } },
      });
      expect(await refused({ conditions: { exit: { mode: 'goal' } } })).toEqual({
        'conditions.exit.goal': 'is required',
      });
      expect(
        await refused({ conditions: { exit: { mode: 'goal', goal: { event: 'tag_applied', tags: [999] } } } }),
      ).toEqual({
        'conditions.exit.goal.tags': 'unknown: 999',
      });
      expect(await refused({ conditions: { exit: { mode: 'stop_matching' } } })).toEqual({
        'conditions.filters': 'is required for the exit stop_matching',
      });
      expect(await refused({ conditions: { exit: { mode: 'nap' }, filters: [[{}]] } })).toMatchObject({
        'conditions.exit.mode': 'must be one of: complete, goal, stop_matching, replied',
        'conditions.filters.0.0.source': expect.any(String),
      });
    });

    it('accept several exit modes', async () => {
      const tag = await world.given.tag();
      const goal = { event: 'tag_applied', tags: [tag.id] };
      const filters = [[{ source: ['subscriber', 'city'], operator: '=', value: 'Paris' }]];
      const modes = ['stop_matching', 'goal'];
      expect(await conditionsOf({ filters, exit: { mode: modes, goal } })).toMatchObject({
        exit: { mode: ['goal', 'stop_matching'], goal },
      });
      expect(await conditionsOf({ filters, exit: { mode: ['stop_matching'] } })).toMatchObject({
        exit: { mode: 'stop_matching', goal: null },
      });
      expect(await refused({ conditions: { exit: { mode: modes } } })).toEqual({
        'conditions.exit.goal': 'is required',
      });
      expect(await refused({ conditions: { exit: { mode: modes, goal } } })).toEqual({
        'conditions.filters': 'is required for the exit stop_matching',
      });
      expect(await refused({ conditions: { exit: { mode: ['complete', 'goal'], goal } } })).toEqual({
        'conditions.exit.mode': 'must not combine complete with another mode',
      });
      for (const mode of [[], ['nap'], ['goal', 7]])
        expect(await refused({ conditions: { exit: { mode, goal } } })).toEqual({
          'conditions.exit.mode': 'must hold one or more of: complete, goal, stop_matching, replied',
        });
    });

    it('are unchanged if they are omitted', async () => {
      const rule = [[{ source: ['subscriber', 'city'], operator: '=', value: 'Paris' }]];
      const { id, conditions } = await create({ conditions: { run_multiple: 'yes', filters: rule, exit: { mode: 'stop_matching' } } }); // oxfmt-ignore
      const put = async (changes: object) =>
        (await world.all.put(`/funnels/${id}`).send({ conditions: changes }).expect(200)).body.funnel.conditions;
      expect(await put({})).toEqual(conditions);
      expect(await put({ exit: { mode: 'complete' } })).toEqual({
        ...conditions,
        exit: { mode: 'complete', goal: null },
      });
      expect(await put({ filters: null, run_multiple: 'no' })).toMatchObject({
        filters: null,
        reentry: { mode: 'never' },
      });
    });
  });

  describe('settings', () => {
    it('combine the parameters of the trigger with those of all funnels', async () => {
      const list = await world.given.list();
      const { settings } = await create({
        trigger_name: 'list_applied',
        settings: { lists: [list.id, list.id], quiet_hours: { from: '21:00', to: '08:00' }, color: 'red' },
      });
      expect(settings).toEqual({
        lists: [list.id],
        exit_on_unsubscribe: 'yes',
        subscription_list_id: null,
        timezone: null,
        quiet_hours: { from: '21:00', to: '08:00', timezone: null },
        subscription_status: 'subscribed',
        mailer_settings: {
          sender_id: null,
          from_name: null,
          from_email: null,
          reply_to_name: null,
          reply_to_email: null,
        },
      });
    });

    it('lose the parameters of a former trigger, and nothing else', async () => {
      const [list, tag] = [await world.given.list(), await world.given.tag()];
      const { id } = await create({
        trigger_name: 'list_applied',
        settings: { lists: [list.id], exit_on_unsubscribe: 'no', mailer_settings: { from_name: 'Ada' } },
      });
      const put = async (changes: object) =>
        (await world.all.put(`/funnels/${id}`).send(changes).expect(200)).body.funnel.settings;
      expect(await put({ settings: { mailer_settings: { reply_to_name: 'Bo' } } })).toMatchObject({
        lists: [list.id],
        mailer_settings: { from_name: 'Ada', reply_to_name: 'Bo' },
      });
      const tagged = await put({ trigger_name: 'tag_applied', settings: { tags: [tag.id] } });
      expect(tagged).toMatchObject({
        tags: [tag.id],
        exit_on_unsubscribe: 'no',
        mailer_settings: { from_name: 'Ada' },
      });
      expect(tagged).not.toHaveProperty('lists');
      expect(await put({ trigger_name: 'contact_created' })).not.toHaveProperty('tags');
    });

    it('are validated by the schema of the trigger', async () => {
      expect(await refused({ trigger_name: 'custom_' })).toEqual({
        trigger_name: expect.stringMatching(/^is not a trigger; known triggers: custom_\*, contact_created, /),
      });
      expect(await refused({ trigger_name: 'tag_aplied' })).toEqual({
        trigger_name: expect.stringMatching(/^is not a trigger; known triggers: tag_applied, /),
      });
      expect(
        await refused({ trigger_name: 'list_applied', settings: { lists: [999], subscription_status: 'x' } }),
      ).toEqual({
        'settings.lists': 'unknown: 999',
        'settings.subscription_status': 'must be one of: subscribed, pending, unsubscribed',
      });
      expect(await refused({ trigger_name: 'segment_entered' })).toEqual({ 'settings.segment_id': 'is required' });
      expect(await refused({ trigger_name: 'date_field', settings: { field: 'nothing', at: '25:00' } })).toEqual({
        'settings.at': 'must be a time of day such as 09:00',
      });
      expect(await refused({ trigger_name: 'date_field', settings: { field: 'nothing' } })).toEqual({
        'settings.field': 'unknown: nothing',
      });
      const asked = (operator: string, value?: unknown) => ({ path: 'form.age', operator, value });
      expect(
        await refused({
          trigger_name: 'fluentform_submission_*',
          settings: { payload: [asked('in', 3), asked('>'), asked('exists', 'a'), asked('<', true), asked('=', [1])] },
        }),
      ).toEqual({
        'settings.payload.0.value': 'must be an array with at least one item for in',
        'settings.payload.1.value': 'is required',
        'settings.payload.2.value': 'must be true or false for exists',
        'settings.payload.3.value': 'must be a number or text for <',
        'settings.payload.4.value': 'must not be an array for =',
      });
      const { settings } = await create({
        trigger_name: 'shop_order_status_*',
        settings: { min_total: 20, product_ids: ['A', 7], payload: [{ path: 'coupon', operator: 'exists' }] },
      });
      expect(settings).toMatchObject({
        min_total: 20,
        max_total: null,
        payload: [{ path: 'coupon', operator: 'exists' }],
      });
    });
  });

  describe('loops', () => {
    const again = { run_multiple: 'yes' };
    const onTag = (tag: number, steps: readonly object[]): object => ({
      trigger_name: 'tag_applied',
      settings: { tags: [tag] },
      conditions: again,
      sequences: steps,
    });

    it('are refused with their path, and allowed with a wait', async () => {
      const [one, two] = [await world.given.tag(), await world.given.tag()];
      const first = await create(onTag(one.id, [tagging(two.id)]));
      const params = await refused(onTag(two.id, [tagging(one.id)]));
      expect(params).toEqual({ sequences: expect.stringContaining(`'${first.title}' (${first.id}) -> `) });
      expect(await world.db.query('SELECT id FROM funnels WHERE title = :title', { title: `Made ${made}` })).toEqual(
        [],
      );
      await create(onTag(two.id, [waiting(1), tagging(one.id)]));
      await create({ ...onTag(two.id, [tagging(one.id)]), conditions: {} });
    });

    it('are refused when a change of rules closes them', async () => {
      const [one, two] = [await world.given.tag(), await world.given.tag()];
      await create(onTag(one.id, [tagging(two.id)]));
      const { id } = await create({ ...onTag(two.id, [tagging(one.id)]), conditions: {} });
      const put = (changes: object) => world.all.put(`/funnels/${id}`).send(changes);
      const { body: answer } = await put({ conditions: again }).expect(400);
      expect(answer.data.params).toEqual({ sequences: expect.stringContaining('would loop without a wait') });
      await put({ conditions: again, settings: { tags: [] }, trigger_name: 'tag_removed' }).expect(200);
    });

    it('are refused in one of two funnels that are saved at once and loop only together', async () => {
      for (let round = 0; round < 5; round += 1) {
        const [one, two] = [await world.given.tag(), await world.given.tag()];
        const answers = await Promise.all([
          world.all.post('/funnels').send(body(onTag(one.id, [tagging(two.id)]))),
          world.all.post('/funnels').send(body(onTag(two.id, [tagging(one.id)]))),
        ]);
        expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
      }
    });
  });
});
