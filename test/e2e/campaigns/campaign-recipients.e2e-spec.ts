import fc from 'fast-check';
import { AudienceQueries } from '../../../src/modules/campaigns/audience/audience.queries.js';
import { CampaignRows } from '../../../src/modules/campaigns/campaign/campaign-rows.js';
import type { AudiencePair, CampaignSettings } from '../../../src/modules/campaigns/campaign/campaign-settings.js';
import { SuppressionsService } from '../../../src/modules/contacts/suppression/suppressions.service.js';
import { Clock } from '../../../src/platform/clock/clock.js';
import { CUSTOM_FIELDS, filtersOf, type Ids, OPTIONS, people } from '../../support/filters/arbitrary-people.js';
import { holds } from '../../support/filters/naive-filters.js';
import { insertPeople, type Person } from '../../support/filters/people.js';
import { World } from '../../support/world.js';

const SEED = Number(process.env['RECIPIENTS_SEED'] ?? Date.now() % 1_000_000_000);
const PEOPLE = 120;
const AUDIENCES = 150;
const NOW = new Date('2026-06-15T12:34:56.000Z');

type Recipients = Pick<
  CampaignSettings,
  'subscribers' | 'excludedSubscribers' | 'exclude_campaign_ids' | 'sending_filter' | 'advanced_filters' | 'resend'
>;

describe('the recipients of a campaign', () => {
  let world: World;
  let allContacts: Person[];
  let ids: Ids;
  let suppressed: Set<number>;
  let paused: Set<number>;
  const customTypes = new Map(Object.entries(CUSTOM_FIELDS));

  beforeAll(async () => {
    world = await World.start({ worker: false, env: { SMTP_URL: 'smtp://127.0.0.1:1' } });
    jest.spyOn(world.api.get(Clock, { strict: false }), 'now').mockReturnValue(NOW);
    const three = async (make: () => Promise<{ id: number }>): Promise<number[]> => [
      (await make()).id,
      (await make()).id,
      (await make()).id,
    ];
    ids = {
      tags: await three(() => world.given.tag()),
      lists: await three(() => world.given.list({ subscription: { enabled: true } })),
      companies: await three(() => world.given.company()),
      campaigns: await three(() => world.given.campaign()),
    };
    const hasOptions = ['select-one', 'radio', 'checkbox'];
    for (const [slug, type] of Object.entries(CUSTOM_FIELDS))
      await world.given.customField({ slug, type, ...(hasOptions.includes(type) ? { options: OPTIONS } : {}) });
    const fields = await world.db.query<{ id: number; slug: string }>('SELECT id, slug FROM custom_fields');
    allContacts = people(PEOPLE, ids, NOW, SEED);
    await insertPeople(world.db, allContacts, new Map(fields.map(({ id, slug }) => [slug, id])));
    const some = allContacts.filter((_person, index) => index % 7 === 0);
    suppressed = new Set(some.map(({ id }) => id));
    const suppressions = world.api.get(SuppressionsService, { strict: false });
    await world.db.transaction(async (tx) => {
      for (const { columns } of some) await suppressions.suppress(tx, String(columns.email), 'complained');
    });
    paused = new Set(allContacts.filter((_person, index) => index % 5 === 0).map(({ id }) => id));
    await world.db.transaction((tx) =>
      tx.execute(
        // A pause in the past has no effect.
        `UPDATE contacts SET paused_until = IF(id IN (:paused), '2999-01-01', '2020-01-01') WHERE id % 3 > 0 OR id IN (:paused)`,
        { paused: [...paused] },
      ),
    );
  });

  const rowHolds = (person: Person, { list, tag }: AudiencePair): boolean =>
    (list === 'all' || person.lists.includes(list)) && (tag === 'all' || person.tags.includes(tag));

  const isRepeated = (person: Person, { of, kind }: NonNullable<CampaignSettings['resend']>): boolean =>
    person.emails.some(
      ({ campaign, state, hits }) =>
        campaign === of &&
        (kind === 'failed'
          ? state === 'failed'
          : state === 'sent' && !hits.some((hit) => hit.kind === 'open' && !hit.machine)),
    );

  const isRecipient = (person: Person, recipients: Recipients): boolean => {
    switch (recipients.sending_filter) {
      case 'list_tag':
        return recipients.subscribers.some((row) => rowHolds(person, row));
      case 'resend':
        return recipients.resend !== null && isRepeated(person, recipients.resend);
      default:
        return holds(person, recipients.advanced_filters ?? [], customTypes, NOW);
    }
  };

  const isLeftOut = (person: Person, { excludedSubscribers, exclude_campaign_ids }: Recipients): boolean =>
    excludedSubscribers.some((row) => rowHolds(person, row)) ||
    person.emails.some(
      ({ campaign, state }) => exclude_campaign_ids.includes(campaign) && !['cancelled', 'skipped'].includes(state),
    );

  const anyRow = (): fc.Arbitrary<AudiencePair> =>
    fc.record({
      list: fc.constantFrom<number | 'all'>('all', ...ids.lists, ...ids.lists),
      tag: fc.constantFrom<number | 'all'>('all', ...ids.tags, ...ids.tags),
    });

  const anyRecipients = (): fc.Arbitrary<Recipients> =>
    fc.record({
      subscribers: fc.array(anyRow(), { minLength: 1, maxLength: 4 }),
      excludedSubscribers: fc.array(anyRow(), { maxLength: 2 }),
      exclude_campaign_ids: fc.uniqueArray(fc.constantFrom(...ids.campaigns), { maxLength: 2 }),
      sending_filter: fc.constantFrom('list_tag', 'list_tag', 'dynamic_segment', 'advanced_filters', 'resend'),
      advanced_filters: filtersOf(ids),
      resend: fc.record({
        of: fc.constantFrom(...ids.campaigns),
        kind: fc.constantFrom('unopened', 'failed'),
      }),
    });

  /** Creates a campaign with these recipients, through the API as far as possible. */
  async function campaignTo(recipients: Recipients): Promise<number> {
    const { resend, advanced_filters, ...others } = recipients;
    const by = recipients.sending_filter;
    const segment = by === 'dynamic_segment' ? await world.given.segment({ filters: advanced_filters }) : null;
    const { id } = await world.given.campaign({
      settings: {
        ...others,
        sending_filter: by === 'resend' ? 'list_tag' : by,
        ...(by === 'advanced_filters' ? { advanced_filters } : {}),
        ...(segment === null ? {} : { dynamic_segment: { id: segment.id } }),
      },
    });
    if (by === 'resend')
      await world.db.transaction((tx) =>
        tx.execute(`UPDATE campaigns SET settings = JSON_MERGE_PATCH(settings, :changes) WHERE id = :id`, {
          id,
          changes: JSON.stringify({ sending_filter: by, resend }),
        }),
      );
    return id;
  }

  async function walked(id: number, limit: number): Promise<number[]> {
    const audience = await world.api.get(CampaignRows, { strict: false }).find(id);
    const found: number[] = [];
    for (let position = 0, done = false; !done;) {
      const chunk = await world.db.transaction((tx) =>
        world.api.get(AudienceQueries, { strict: false }).chunkAfter(tx, audience, position, limit),
      );
      expect(chunk.members.length).toBeLessThanOrEqual(limit);
      found.push(...chunk.members.map((member) => member.id));
      ({ position, done } = chunk);
    }
    return found;
  }

  it(`match a naive evaluator, each once, in every notation (seed ${SEED})`, async () => {
    const sizes = new Set<number>();
    const property = fc.asyncProperty(anyRecipients(), fc.integer({ min: 1, max: 60 }), async (recipients, limit) => {
      const expectedRecipients = allContacts.filter((person) => isRecipient(person, recipients));
      const kept = expectedRecipients.filter((person) => !isLeftOut(person, recipients));
      const subscribed = kept.filter(({ columns }) => columns.status === 'subscribed');
      sizes.add(subscribed.length);
      const id = await campaignTo(recipients);

      const written = subscribed.filter((person) => !suppressed.has(person.id));
      expect(await walked(id, limit)).toEqual(written.map((person) => person.id));
      const { body } = await world.all.get(`/campaigns/${id}/estimated-recipients-count`).expect(200);
      const awake = subscribed.filter((person) => !paused.has(person.id));
      const reachable = awake.filter((person) => !suppressed.has(person.id));
      const rows = [...new Map(recipients.subscribers.map((row) => [JSON.stringify(row), row])).values()];
      const rowMatches = expectedRecipients.flatMap((person) => rows.filter((row) => rowHolds(person, row))).length;
      expect(body).toEqual({
        estimated_count: reachable.length,
        excluded: {
          suppressed: awake.length - reachable.length,
          not_subscribed: kept.length - subscribed.length,
          paused: subscribed.length - awake.length,
          excluded_by_rule: expectedRecipients.length - kept.length,
          duplicates: recipients.sending_filter === 'list_tag' ? rowMatches - expectedRecipients.length : 0,
        },
      });
    });
    await fc.assert(property, { seed: SEED, numRuns: AUDIENCES });
    // Empty and complete audiences prove little.
    expect(sizes.size).toBeGreaterThan(5);
  });

  it('are the same with many rows that match no contact', async () => {
    const [list = 0] = ids.lists;
    const empty: AudiencePair[] = [];
    for (let made = 0; made < 20; made += 1)
      for (const tag of ids.tags) empty.push({ list: (await world.given.list()).id, tag });
    const combinations = ids.tags.map((tag) => ({ list, tag }));
    const recipients: Recipients = {
      subscribers: [...empty, ...combinations],
      excludedSubscribers: [...empty, ...combinations.slice(0, 1)],
      exclude_campaign_ids: [],
      sending_filter: 'list_tag',
      advanced_filters: null,
      resend: null,
    };
    const expectedRecipients = allContacts.filter((person) => isRecipient(person, recipients));
    const right = expectedRecipients.filter(
      (one) => !isLeftOut(one, recipients) && one.columns.status === 'subscribed' && !suppressed.has(one.id),
    );
    const id = await campaignTo(recipients);
    expect(await walked(id, 1_000)).toEqual(right.map((person) => person.id));
    const { body } = await world.all.get(`/campaigns/${id}/estimated-recipients-count`).expect(200);
    const rowMatches = expectedRecipients.flatMap((person) =>
      recipients.subscribers.filter((row) => rowHolds(person, row)),
    ).length;
    expect(body.excluded.duplicates).toBe(rowMatches - expectedRecipients.length);
  });

  describe('in a write', () => {
    const write = (settings: Record<string, unknown>, status: number) =>
      world.all
        .post('/campaigns')
        .send({ title: `Written ${Math.random()}`, settings })
        .expect(status);

    it('are refused with all errors by path', async () => {
      const { body } = await write(
        {
          dynamic_segment: { id: 999_999 },
          exclude_campaign_ids: [ids.campaigns[0], 888_888],
          excluded_segment_ids: [666_666],
          excludedSubscribers: [{ list: 777_777 }],
          advanced_filters: [[{ source: ['subscriber', 'city'], operator: 'is', value: 'Paris' }]],
          sending_filter: 'resend',
        },
        400,
      );
      expect(body.data.params).toEqual({
        'settings.dynamic_segment.id': 'names an unknown id: 999999',
        'settings.exclude_campaign_ids': 'names unknown ids: 888888',
        'settings.excluded_segment_ids': 'names unknown ids: 666666',
        'settings.excludedSubscribers': 'names unknown ids: list 777777',
        'settings.advanced_filters.0.0.operator': expect.stringMatching(/^must be one of: /),
        'settings.sending_filter': expect.stringMatching(/^must not be resend/),
      });
    });

    it.each([
      [{ dynamic_segment: 3 }, 'settings.dynamic_segment'],
      [{ dynamic_segment: { id: 'x' } }, 'settings.dynamic_segment.id'],
      [{ advanced_filters: 'all' }, 'settings.advanced_filters'],
      [{ exclude_campaign_ids: ['a'] }, 'settings.exclude_campaign_ids'],
      [{ excluded_segment_ids: 'x' }, 'settings.excluded_segment_ids'],
      [{ sending_filter: 'everybody' }, 'settings.sending_filter'],
    ])('refuses %j', async (settings, field) => {
      const { body } = await write(settings, 400);
      expect(Object.keys(body.data.params)).toEqual([field]);
    });

    it('treat an empty form as no recipients', async () => {
      const { body } = await write({ dynamic_segment: { id: '' }, advanced_filters: [[]] }, 200);
      expect(body.campaign.settings).toMatchObject({ dynamic_segment: null, advanced_filters: null });
    });

    it('accept flat lists and tags, also as exclusions', async () => {
      const [list = 0] = ids.lists;
      const [tag = 0] = ids.tags;
      const { body } = await world.all
        .post('/campaigns')
        .send({ title: 'Flat', lists: [list], exclude_lists: [list], exclude_tags: [tag] })
        .expect(200);
      expect(body.campaign.settings).toMatchObject({
        subscribers: [{ list, tag: 'all' }],
        excludedSubscribers: [
          { list, tag: 'all' },
          { list: 'all', tag },
        ],
      });
    });

    it('must not exclude recipients of the campaign itself', async () => {
      const { id } = await world.given.campaign();
      const { body } = await world.all
        .put(`/campaigns/${id}`)
        .send({ settings: { exclude_campaign_ids: [id] } })
        .expect(400);
      expect(body.data.params).toEqual({ 'settings.exclude_campaign_ids': 'must not name the campaign itself' });
    });

    it('keep omitted members of mailer_settings', async () => {
      const { body } = await write({ mailer_settings: { from_name: 'Ada', reply_to_email: 'ADA@example.com' } }, 200);
      const changed = await world.all
        .put(`/campaigns/${body.campaign.id}`)
        .send({ settings: { mailer_settings: { from_name: '', from_email: 'news@example.com' } } })
        .expect(200);
      expect(changed.body.campaign.settings.mailer_settings).toMatchObject({
        from_name: null,
        from_email: 'news@example.com',
        reply_to_name: null,
        reply_to_email: 'ada@example.com',
      });
    });
  });

  describe('by a segment', () => {
    const CONTENT = { email_subject: 'S', email_body: '<a href="{{ unsubscribe_url }}">bye</a>' };
    const scheduledAt = '2099-01-01 00:00:00';
    const toSegment = async (filters: unknown): Promise<{ campaign: number; segment: number }> => {
      const segment = await world.given.segment({ filters });
      const settings = { sending_filter: 'dynamic_segment', dynamic_segment: { id: segment.id } };
      const { id } = await world.given.campaign({ ...CONTENT, settings });
      return { campaign: id, segment: segment.id };
    };
    const everyone = [[{ source: ['subscriber', 'id'], operator: 'not_null' }]];
    const noContacts = [[{ source: ['subscriber', 'id'], operator: '<', value: 0 }]];

    it('must exist when it is scheduled', async () => {
      const { campaign } = await toSegment(noContacts);
      const { body } = await world.all
        .post(`/campaigns/${campaign}/schedule`)
        .send({ scheduled_at: scheduledAt })
        .expect(400);
      expect(body.data.params['settings.dynamic_segment']).toBe('must match at least one subscribed contact');
    });

    it('are empty once it is deleted, and the campaign is not ready', async () => {
      const { campaign, segment } = await toSegment(everyone);
      await world.all.delete(`/segments/${segment}`).expect(200);
      const { body } = await world.all
        .post(`/campaigns/${campaign}/schedule`)
        .send({ scheduled_at: scheduledAt })
        .expect(400);
      expect(body.data.params['settings.dynamic_segment']).toBe('names a segment that does not exist');
      const estimate = await world.all.get(`/campaigns/${campaign}/estimated-recipients-count`).expect(400);
      expect(estimate.body.data.params).toEqual({
        'settings.dynamic_segment': 'names a segment that does not exist',
      });
    });

    it('are refused when the rule is invalid', async () => {
      const { slug } = await world.given.customField({ label: 'Passing' });
      const filters = [[{ source: ['custom', slug], operator: 'not_null' }]];
      const { campaign } = await toSegment(filters);
      await world.all.delete(`/custom-fields/contacts/${slug}?force=yes`).expect(200);
      const { body } = await world.all.post(`/campaigns/${campaign}/send`).expect(400);
      expect(body.data.params['settings.dynamic_segment.0.0.source.1']).toBe('is not a custom field');
    });

    it('are those of the segment at the start, whatever happens to the segment later', async () => {
      const { campaign, segment } = await toSegment(everyone);
      await world.all.post(`/campaigns/${campaign}/send`).expect(200);
      await world.all.put(`/segments/${segment}`).send({ filters: noContacts }).expect(200);
      expect((await walked(campaign, 1_000)).length).toBeGreaterThan(0);
      await world.all.delete(`/segments/${segment}`).expect(200);
      expect((await walked(campaign, 1_000)).length).toBeGreaterThan(0);
    });

    it('are required when no segment is chosen', async () => {
      const { id } = await world.given.campaign({ ...CONTENT, settings: { sending_filter: 'dynamic_segment' } });
      const { body } = await world.all.post(`/campaigns/${id}/send`).expect(400);
      expect(body.data.params['settings.dynamic_segment']).toBe('is required');
    });
  });
});
