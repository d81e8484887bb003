import { CampaignEnrollment } from '../../../src/modules/campaigns/sending/campaign-enrollment.service.js';
import { World } from '../../support/world.js';

const CONTENT = { email_subject: 'S', email_body: '<p>Hello</p>' };
const rule = (city: string) => [[{ source: ['subscriber', 'city'], operator: '=', value: city }]];

describe('excluded segments of a campaign', () => {
  let world: World;
  beforeAll(async () => {
    // No worker changes the ledger.
    world = await World.start({ worker: false, env: { SMTP_URL: 'smtp://127.0.0.1:1' } });
  });

  const segment = async (title: string, city: string): Promise<number> =>
    (
      await world.all
        .post('/segments')
        .send({ title, filters: rule(city) })
        .expect(200)
    ).body.segment.id;
  const people = async (...cities: string[]): Promise<{ list: number; emails: string[] }> => {
    const list = await world.given.list();
    const emails: string[] = [];
    for (const city of cities) emails.push((await world.given.contact({ city, lists: [list.id] })).email);
    return { list: list.id, emails };
  };
  const why = async (id: number, email: string) =>
    (await world.all.get(`/campaigns/${id}/why?email=${email}`).expect(200)).body;
  const ledger = async (id: number): Promise<string[]> =>
    (
      await world.db.query<{ email: string }>(
        `SELECT c.email FROM email_messages m JOIN contacts c ON c.id = m.contact_id
          WHERE m.source_type = 'campaign' AND m.source_id = :id ORDER BY c.id`,
        { id },
      )
    ).map(({ email }) => email);
  async function begin(id: number): Promise<void> {
    await world.all.post(`/campaigns/${id}/send`).expect(200);
    while (await world.api.get(CampaignEnrollment, { strict: false }).enrollNextChunk(id));
  }

  it('are counted and explained, and get no email', async () => {
    const [north, south] = [await segment('North', 'Oslo'), await segment('South', 'Rome')];
    const { list, emails } = await people('Oslo', 'Rome', 'Paris');
    const settings = { excluded_segment_ids: [north, south, north] };
    const { id } = await world.given.campaign({ ...CONTENT, lists: [list], settings });
    const { body } = await world.all.get(`/campaigns/${id}`).expect(200);
    expect(body.campaign.settings.excluded_segment_ids).toEqual([north, south]);
    const estimate = await world.all.get(`/campaigns/${id}/estimated-recipients-count`).expect(200);
    expect(estimate.body).toMatchObject({ estimated_count: 1, excluded: { excluded_by_rule: 2 } });
    const left = await why(id, emails[0]!);
    expect(left.verdict).toBe('did_not_get_it');
    expect(left.checks).toContainEqual({
      check: 'not_excluded',
      passed: false,
      detail: `Excluded by segment ${north} (North).`,
    });
    await begin(id);
    expect(await ledger(id)).toEqual([emails[2]]);
  });

  it('are frozen when the campaign starts', async () => {
    const out = await segment('Frozen', 'Cairo');
    const { list, emails } = await people('Cairo', 'Lima');
    const { id } = await world.given.campaign({ ...CONTENT, lists: [list], settings: { excluded_segment_ids: [out] } });
    await world.all.post(`/campaigns/${id}/send`).expect(200);
    await world.all
      .put(`/segments/${out}`)
      .send({ filters: rule('Lima') })
      .expect(200);
    while (await world.api.get(CampaignEnrollment, { strict: false }).enrollNextChunk(id));
    expect(await ledger(id)).toEqual([emails[1]]);
    await world.all.delete(`/segments/${out}`).expect(200);
    expect((await why(id, emails[0]!)).checks).toContainEqual(
      expect.objectContaining({ check: 'not_excluded', detail: `Excluded by segment ${out}.` }),
    );
  });

  it('prevent sending once they are deleted', async () => {
    const out = await segment('Gone', 'Quito');
    const { list } = await people('Quito', 'Lima');
    const { id } = await world.given.campaign({ ...CONTENT, lists: [list], settings: { excluded_segment_ids: [out] } });
    await world.all.delete(`/segments/${out}`).expect(200);
    const { body } = await world.all.post(`/campaigns/${id}/send`).expect(400);
    expect(body.data.params).toEqual({
      'settings.excluded_segment_ids': 'contains a deleted segment or a segment with an invalid rule',
    });
    await world.all
      .put(`/campaigns/${id}`)
      .send({ settings: { excluded_segment_ids: [] } })
      .expect(200);
    await begin(id);
    expect(await ledger(id)).toHaveLength(2);
  });
});

describe('contacts listed by rules', () => {
  let world: World;
  let french: number;
  let tag: number;
  beforeAll(async () => {
    world = await World.start({ worker: false });
    tag = (await world.given.tag()).id;
    french = (
      await world.all
        .post('/segments')
        .send({ title: 'French', filters: [[{ source: ['subscriber', 'country'], operator: '=', value: 'FR' }]] })
        .expect(200)
    ).body.segment.id;
    for (const [email, city, country, tags] of [
      ['a@example.com', 'Paris', 'FR', [tag]],
      ['b@example.com', 'Lyon', 'FR', [tag]],
      ['c@example.com', 'Paris', 'US', [tag]],
      ['d@example.com', 'Paris', 'FR', []],
    ] as const)
      await world.given.contact({ email, city, country, tags });
  });

  const inParis = (): string => encodeURIComponent(JSON.stringify(rule('Paris')));
  const listed = async (query: string): Promise<string[]> => {
    const { body } = await world.all.get(`/subscribers?order_by=email&order_type=ASC&${query}`).expect(200);
    expect(body.total).toBe(body.data.length);
    return body.data.map(({ email }: { email: string }) => email.slice(0, 1));
  };
  const exported = async (query: string): Promise<string[]> => {
    const { text } = await world.all.get(`/reports/subscribers/export?columns=email&${query}`).expect(200);
    return text
      .split('\r\n')
      .slice(1)
      .filter((line) => line !== '')
      .map((line) => line.slice(0, 1));
  };

  it('match the segment, the rule, and all other filters', async () => {
    for (const [query, expected] of [
      [`segment_id=${french}`, ['a', 'b', 'd']],
      [`filters=${inParis()}`, ['a', 'c', 'd']],
      [`segment_id=${french}&filters=${inParis()}`, ['a', 'd']],
      [`segment_id=${french}&filters=${inParis()}&tags[]=${tag}`, ['a']],
      [`filters=`, ['a', 'b', 'c', 'd']],
    ] as const) {
      expect(await listed(query)).toEqual(expected);
      expect(await exported(query)).toEqual(expected);
    }
  });

  it('are refused for an unknown segment and an invalid rule', async () => {
    for (const path of ['/subscribers?', '/reports/subscribers/export?']) {
      const unknown = await world.all.get(`${path}segment_id=999999&filters=${encodeURIComponent('[[')}`).expect(400);
      expect(unknown.body.data.params).toEqual({ segment_id: 'unknown: 999999', filters: expect.any(String) });
      const bad = encodeURIComponent(
        JSON.stringify([[{ source: ['subscriber', 'nothing'], operator: '=', value: 1 }]]),
      );
      const rules = await world.all.get(`${path}filters=${bad}`).expect(400);
      expect(Object.keys(rules.body.data.params)).toEqual(['filters.0.0.source.1']);
      expect((await world.all.get(`${path}segment_id=x`).expect(400)).body.data.params).toHaveProperty('segment_id');
    }
  });
});
