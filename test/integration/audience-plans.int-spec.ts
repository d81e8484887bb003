import { AudienceQueries } from '../../src/modules/campaigns/audience/audience.queries.js';
import type { Audience } from '../../src/modules/campaigns/audience/audience.service.js';
import type { AudienceEstimateResponse } from '../../src/modules/campaigns/insights/dto/campaign-insights.shapes.js';
import { type CampaignSettings, DEFAULT_SETTINGS } from '../../src/modules/campaigns/campaign/campaign-settings.js';
import type { SegmentRule } from '../../src/modules/campaigns/campaign/campaign.entity.js';
import type { Filters } from '../../src/modules/segments/filter-language/filter.js';
import { SuppressionsService } from '../../src/modules/contacts/suppression/suppressions.service.js';
import type { Tx } from '../../src/platform/database/database.js';
import { insertSubscribers, memberOf } from '../support/builders/audience.js';
import { queriesOf, rowsReadFor } from '../support/rows-read.js';
import { World } from '../support/world.js';

const CONTACTS = 200_000;
const FEW = 20;
const CHUNK = 2_000;
const PARENT = 900_000;

describe('queries for the audience of a campaign among many contacts', () => {
  let world: World;
  let fullList: number;
  let fewList: number;
  let fewTag: number;
  let halfTag: number;

  beforeAll(async () => {
    world = await World.start({ worker: false });
    fullList = (await world.given.list()).id;
    fewList = (await world.given.list()).id;
    fewTag = (await world.given.tag()).id;
    halfTag = (await world.given.tag()).id;
    await insertSubscribers(world.db, fullList, 'member', CONTACTS);
    const spread = `SELECT id FROM contacts WHERE MOD(id, ${CONTACTS / FEW}) = 1`;
    await world.db.transaction(async (tx) => {
      await tx.execute(`INSERT INTO contact_lists (contact_id, list_id) SELECT id, :fewList FROM (${spread}) few`, {
        fewList,
      });
      await tx.execute(`INSERT INTO contact_tags (contact_id, tag_id) SELECT id, :fewTag FROM (${spread}) few`, {
        fewTag,
      });
      await tx.execute(
        'INSERT INTO contact_tags (contact_id, tag_id) SELECT id, :halfTag FROM contacts WHERE MOD(id, 2) = 1',
        { halfTag },
      );
    });
    await world.db.transaction(async (tx) => {
      // Two campaigns to all contacts: half of the emails were opened, and one in ten thousand failed.
      for (const campaign of [PARENT, PARENT + 1])
        await tx.execute(
          `INSERT INTO email_messages (source_type, source_id, recipient_key, content_id, contact_id, state, first_human_open_at)
           SELECT 'campaign', :campaign, id, 1, id, IF(MOD(id, ${CONTACTS / FEW}) = 1, 'failed', 'sent'), IF(MOD(id, 2) = 0, NOW(3), NULL)
             FROM contacts`,
          { campaign },
        );
    });
    for (const table of ['email_messages', 'contacts', 'contact_lists', 'contact_tags'])
      await world.db.query(`ANALYZE TABLE ${table}`);
  });

  const audience = (
    changes: Partial<CampaignSettings>,
    frozenExclusions: readonly SegmentRule[] | null = null,
  ): Audience => ({ settings: { ...DEFAULT_SETTINGS, ...changes }, frozenFilters: null, frozenExclusions });

  /** Returns the rows that the server has read in this session, from its own counters. */
  async function rowsRead(tx: Tx): Promise<number> {
    const status = await tx.query<{ Value: string }>(`SHOW SESSION STATUS LIKE 'Handler_read%'`);
    return status.reduce((sum, { Value }) => sum + Number(Value), 0);
  }

  /** Reads all chunks of the audience. @returns the rows read in all, and at most for one chunk. */
  async function walk(of: Audience): Promise<{ found: number; read: number; most: number; chunks: number }> {
    const queries = world.api.get(AudienceQueries, { strict: false });
    const walked = { found: 0, read: 0, most: 0, chunks: 0 };
    await world.db.transaction(async (tx) => {
      for (let position = 0, done = false; !done;) {
        const before = await rowsRead(tx);
        const chunk = await queries.chunkAfter(tx, of, position, CHUNK);
        const read = (await rowsRead(tx)) - before;
        walked.found += chunk.members.length;
        walked.read += read;
        walked.most = Math.max(walked.most, read);
        walked.chunks += 1;
        ({ position, done } = chunk);
      }
    });
    return walked;
  }

  /** Counts an audience. @returns the counts, and the rows read for them. */
  async function estimate(of: Audience): Promise<{ estimate: AudienceEstimateResponse; read: number }> {
    const queries = world.api.get(AudienceQueries, { strict: false });
    const counts: AudienceEstimateResponse[] = [];
    const sent = await queriesOf(world.db, async () => counts.push(await queries.estimate(of)));
    return { estimate: counts[0]!, read: await rowsReadFor(world.db, sent) };
  }

  /** Reading the status itself reads some hundred rows. */
  const NOISE = 3_000;

  it('reads few rows for a small list', async () => {
    const { found, read } = await walk(audience({ subscribers: [{ list: fewList, tag: 'all' }] }));
    expect(found).toBe(FEW);
    expect(read).toBeLessThan(NOISE);
  });

  it('reads few rows for a small list or a small tag, and for a small tag within a large list', async () => {
    const either = audience({
      subscribers: [
        { list: fewList, tag: 'all' },
        { list: 'all', tag: fewTag },
      ],
    });
    expect(await walk(either)).toMatchObject({ found: FEW });
    expect((await walk(either)).read).toBeLessThan(NOISE);
    const within = await walk(audience({ subscribers: [{ list: fullList, tag: fewTag }] }));
    expect(within.found).toBe(FEW);
    expect(within.read).toBeLessThan(NOISE);
  });

  it('reads few rows for a rule that few contacts match', async () => {
    const rule = await walk(
      audience({
        sending_filter: 'advanced_filters',
        advanced_filters: [
          [{ source: ['tags', 'id'], operator: 'in', value: [fewTag] }],
          [{ source: ['subscriber', 'email'], operator: '=', value: memberOf('member', 4_711) }],
        ],
      }),
    );
    expect(rule.found).toBe(FEW + 1);
    expect(rule.read).toBeLessThan(NOISE);
  });

  it.each(['pending', 'unsubscribed'])('reads few rows for a rule about a list that few have as %s', async (state) => {
    const subscribed = { subscription: { enabled: true } };
    const [few, many] = [(await world.given.list(subscribed)).id, (await world.given.list(subscribed)).id];
    for (const [list, every] of [
      [few, CONTACTS / FEW],
      [many, 2],
    ])
      await world.db.execute(
        'INSERT INTO list_subscriptions (contact_id, list_id, state) SELECT id, :list, :state FROM contacts WHERE MOD(id, :every) = 1',
        { list: list!, every: every!, state },
      );
    await world.db.query('ANALYZE TABLE list_subscriptions');
    const rule = [[{ source: ['lists', state], operator: 'in', value: [few] }]] as Filters;
    const { found, read } = await walk(audience({ sending_filter: 'advanced_filters', advanced_filters: rule }));
    expect(found).toBe(FEW);
    expect(read).toBeLessThan(NOISE);
  });

  it('reads each contact a few times for a list of all contacts with an exclusion', async () => {
    const { found, read, most } = await walk(
      audience({
        subscribers: [{ list: fullList, tag: 'all' }],
        excludedSubscribers: [{ list: 'all', tag: halfTag }],
      }),
    );
    expect(found).toBe(CONTACTS / 2);
    expect(read).toBeLessThan(8 * CONTACTS);
    expect(most).toBeLessThan(40 * CHUNK);
  });

  it('checks each candidate separately against excluded segments', async () => {
    const tagged: SegmentRule = { id: 1, filters: [[{ source: ['tags', 'id'], operator: 'in', value: [halfTag] }]] };
    const active: SegmentRule = {
      id: 2,
      filters: [[{ source: ['activity', 'opened'], operator: 'in', value: [PARENT] }]],
    };
    const withoutTagged = { excluded_segment_ids: [1] };
    const half = await walk(audience({ subscribers: [{ list: fullList, tag: 'all' }], ...withoutTagged }, [tagged]));
    expect(half.found).toBe(CONTACTS / 2);
    expect(half.read).toBeLessThan(8 * CONTACTS);
    expect(half.most).toBeLessThan(40 * CHUNK);
    const withoutBoth = { excluded_segment_ids: [1, 2] };
    const few = await walk(
      audience({ subscribers: [{ list: fewList, tag: 'all' }], ...withoutBoth }, [tagged, active]),
    );
    expect(few.found).toBe(0);
    expect(few.read).toBeLessThan(NOISE);
  });

  it('reads few rows for the few failed emails of a campaign', async () => {
    const { found, read } = await walk(audience({ sending_filter: 'resend', resend: { of: PARENT, kind: 'failed' } }));
    expect(found).toBe(FEW);
    expect(read).toBeLessThan(NOISE);
  });

  it('reads each email a few times for the unopened emails of a campaign', async () => {
    const { found, read, most } = await walk(
      audience({
        sending_filter: 'resend',
        resend: { of: PARENT, kind: 'unopened' },
        exclude_campaign_ids: [PARENT + 2],
      }),
    );
    expect(found).toBe(CONTACTS / 2 - FEW);
    expect(read).toBeLessThan(12 * CONTACTS);
    expect(most).toBeLessThan(60 * CHUNK);
  });

  it('uses one query for a thousand rows of lists and tags', async () => {
    const names = Array.from({ length: 499 }, (_, index) => `plan-${index}`);
    await world.db.transaction((tx) =>
      tx.insertRows(
        'lists',
        ['title', 'title_key', 'slug'],
        names.map((name) => [name, name, name]),
      ),
    );
    const lists = await world.db.query<{ id: number }>('SELECT id FROM lists');
    const rows = lists.flatMap(({ id }) => [
      { list: id, tag: fewTag },
      { list: id, tag: halfTag },
    ]);
    expect(rows.length).toBeGreaterThan(1_000);
    const { found, most } = await walk(audience({ subscribers: rows }));
    expect(found).toBe(CONTACTS / 2);
    expect(most).toBeLessThan(60 * CHUNK);
    const counted = await estimate(audience({ subscribers: rows }));
    expect(counted.estimate.estimated_count).toBe(CONTACTS / 2);
    expect(counted.read).toBeLessThan(10 * CONTACTS);
  });

  it('never reads all contacts for one chunk, even if no index supports the rule', async () => {
    const { found, read, most, chunks } = await walk(
      audience({
        sending_filter: 'advanced_filters',
        advanced_filters: [[{ source: ['subscriber', 'first_name'], operator: 'contains', value: 'eader 19999' }]],
      }),
    );
    expect(found).toBe(11);
    expect(read).toBeLessThan(3 * CONTACTS);
    expect(chunks === 1 || most < CONTACTS).toBe(true);
  });

  it('counts a small audience without reading all contacts', async () => {
    for (const rows of [
      [{ list: fewList, tag: 'all' as const }],
      [
        { list: fewList, tag: 'all' as const },
        { list: fullList, tag: fewTag },
      ],
    ]) {
      const counted = await estimate(audience({ subscribers: rows }));
      expect(counted.estimate.estimated_count).toBe(FEW);
      expect(counted.read).toBeLessThan(NOISE);
    }
  });

  it('counts a hundred thousand contacts, with the reasons for exclusions, in a few reads of each', async () => {
    const { id } = await world.given.campaign({
      settings: {
        subscribers: [
          { list: fullList, tag: halfTag },
          { list: fewList, tag: 'all' },
        ],
        excludedSubscribers: [{ list: 'all', tag: fewTag }],
      },
    });
    const suppressions = world.api.get(SuppressionsService, { strict: false });
    await world.db.transaction((tx) => suppressions.suppress(tx, memberOf('member', 5), 'complained'));
    const queries = await queriesOf(world.db, async () => {
      const { body } = await world.all.get(`/campaigns/${id}/estimated-recipients-count`).expect(200);
      expect(body.estimated_count).toBeGreaterThan(CONTACTS / 2 - FEW - 2);
      expect(body.excluded.suppressed).toBe(1);
    });
    const read = await rowsReadFor(world.db, queries);
    expect(read).toBeLessThan(14 * CONTACTS);
  });
});
