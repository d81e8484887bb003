import { CampaignScheduler } from '../../../src/modules/campaigns/sending/campaign.scheduler.js';
import { CampaignEnrollment } from '../../../src/modules/campaigns/sending/campaign-enrollment.service.js';
import { insertSubscribers } from '../../support/builders/audience.js';
import { SmtpSink } from '../../support/smtp-sink.js';
import { waitUntil } from '../../support/wait-until.js';
import { World } from '../../support/world.js';

const BODY = '<p>Hello</p><p><a href="{{ unsubscribe_url }}">Unsubscribe</a></p>';

describe('the campaign scheduler', () => {
  let world: World;
  let sink: SmtpSink;

  beforeAll(async () => {
    sink = await SmtpSink.start();
    world = await World.start({ env: { SMTP_URL: sink.url } });
  });
  beforeEach(() => {
    sink.reset();
  });

  async function scheduled(email: string): Promise<number> {
    const list = await world.given.list();
    await world.given.contact({ email, lists: [list.id] });
    const { id } = await world.given.campaign({ email_subject: 'Spring', email_body: BODY, lists: [list.id] });
    await world.all
      .post(`/campaigns/${id}/schedule`)
      .send({ scheduled_at: new Date(Date.now() + 3_600_000).toISOString() })
      .expect(200);
    return id;
  }

  const makeDue = (id: number): Promise<unknown> =>
    world.db.transaction((tx) =>
      tx.execute('UPDATE campaigns SET scheduled_at = NOW() - INTERVAL 1 MINUTE WHERE id = :id', { id }),
    );

  const tick = (): Promise<void> => world.worker!.get(CampaignScheduler, { strict: false }).tick();

  it('never sends an incomplete campaign, and refuses changes that would make a scheduled one incomplete', async () => {
    const id = await scheduled('fit@example.com');
    const refused = await world.all.put(`/campaigns/${id}`).send({ email_subject: '', email_body: '' }).expect(400);
    expect(Object.keys(refused.body.data.params)).toEqual(['email_subject', 'email_body']);
    await world.all.put(`/campaigns/${id}`).send({ email_subject: 'Summer' }).expect(200);

    // Whatever made it incomplete, the scheduler checks again.
    await world.db.transaction((tx) => tx.execute(`UPDATE campaigns SET email_body = '' WHERE id = :id`, { id }));
    await makeDue(id);
    await tick();
    await world.settle();
    const { body } = await world.all.get(`/campaigns/${id}`).expect(200);
    expect(body.campaign).toMatchObject({ status: 'paused', settings: { sending: { waiting_reason: 'not_ready' } } });
    expect(sink.messages).toHaveLength(0);
    await world.all.post(`/campaigns/${id}/resume`).expect(400);
  });

  const rule = (entity: string, operator: string, value: unknown, field = 'id') => [
    [{ source: [entity, field], operator, value }],
  ];
  /** Settings that name a label. */
  const NAMED: Readonly<
    Record<string, (label: Record<'list' | 'tag' | 'company', number>) => object | Promise<object>>
  > = {
    'an excluded list': ({ list }) => ({ excludedSubscribers: [{ list }] }),
    'an excluded tag': ({ tag }) => ({ excludedSubscribers: [{ tag }] }),
    'an excluded tag of a list': ({ list, tag }) => ({ excludedSubscribers: [{ list, tag }] }),
    'a list of the recipients': ({ list }) => ({ subscribers: [{ list: 'all' }, { list }] }),
    'a tag in an excluded segment': async ({ tag }) => ({
      excluded_segment_ids: [(await world.given.segment({ filters: rule('tags', 'contains', tag) })).id],
    }),
    'a company in a rule that excludes it': ({ company }) => ({
      sending_filter: 'advanced_filters',
      advanced_filters: rule('companies', 'not_in', [company]),
    }),
    'a tag in a segment that excludes it': async ({ tag }) => ({
      sending_filter: 'dynamic_segment',
      dynamic_segment: { id: (await world.given.segment({ filters: rule('tags', 'not_in', [tag]) })).id },
    }),
    'a list of an A/B test': ({ list }) => ({
      excludedSubscribers: [{ list }],
      ab_test: {
        variants: [
          { key: 'a', weight: 50 },
          { key: 'b', weight: 50, subject: 'Other' },
        ],
        metric: 'opens',
      },
    }),
  };
  it.each(Object.keys(NAMED))('does not start a campaign without %s that was deleted', async (what) => {
    const label = {
      list: (await world.given.list()).id,
      tag: (await world.given.tag()).id,
      company: (await world.given.company()).id,
    };
    await world.given.contact({ lists: [label.list], tags: [label.tag] });
    const settings = await NAMED[what]!(label);
    const id = await scheduled(`${what.replace(/\W/g, '-')}@example.com`);
    await world.all.put(`/campaigns/${id}`).send({ settings }).expect(200);
    const copy = (await world.all.post(`/campaigns/${id}/duplicate`).expect(200)).body.campaign.id as number;
    for (const path of [`lists/${label.list}`, `tags/${label.tag}`, `companies/${label.company}`])
      await world.all.delete(`/${path}`).expect(200);
    await makeDue(id);
    await tick();
    await world.settle();
    const { body } = await world.all.get(`/campaigns/${id}`).expect(200);
    expect(body.campaign).toMatchObject({ status: 'paused', settings: { sending: { waiting_reason: 'not_ready' } } });
    const refused = await world.all.post(`/campaigns/${copy}/send`).expect(400);
    expect(Object.keys(refused.body.data.params)[0]).toMatch(/^settings\.(excluded|subscribers|advanced|dynamic)/);
    expect(sink.messages).toHaveLength(0);
  });

  it.each([0, 1])('pauses a campaign whose list is deleted after %i chunks of recipients', async (chunks) => {
    const list = await world.given.list();
    await insertSubscribers(world.db, list.id, `chunk-${chunks}`, 2_500);
    const { id } = await world.given.campaign({ email_subject: 'Spring', email_body: BODY, lists: [list.id] });
    const enrollment = world.worker!.get(CampaignEnrollment, { strict: false });
    const enroll = enrollment.enrollNextChunk.bind(enrollment);
    let called = 0;
    const spy = jest.spyOn(enrollment, 'enrollNextChunk').mockImplementation(async (campaign) => {
      if (called === chunks) await world.all.delete(`/lists/${list.id}`).expect(200);
      called += 1;
      return enroll(campaign);
    });
    await world.all.post(`/campaigns/${id}/send`).expect(200);
    await waitUntil('it is paused', async () => {
      const { body } = await world.all.get(`/campaigns/${id}`).expect(200);
      return body.campaign.status === 'paused' && body.campaign.settings.sending.waiting_reason === 'not_ready';
    });
    spy.mockRestore();
    const [campaign] = await world.db.query(
      'SELECT recipients_count AS count, snapshot_done AS done FROM campaigns WHERE id = :id',
      { id },
    );
    expect(campaign).toEqual({ count: chunks * 2_000, done: 0 });
    await world.all.post(`/campaigns/${id}/cancel`).expect(200);
  });

  it('starts the other campaigns when one fails', async () => {
    const [broken, fine] = [await scheduled('broken@example.com'), await scheduled('fine@example.com')];
    await world.db.transaction((tx) =>
      tx.execute(`UPDATE campaigns SET settings = '{' WHERE id = :broken`, { broken }),
    );
    await makeDue(broken);
    await makeDue(fine);
    await tick();
    await waitUntil('the other one is sent', async () => {
      const { body } = await world.all.get(`/campaigns/${fine}/status`).expect(200);
      return body.campaign.status === 'sent';
    });
    const sent = sink.messages.map((message) => message.envelope.to[0] ?? '');
    // Emails of the campaign before may have been on their way.
    expect(sent.filter((address) => !address.startsWith('chunk-'))).toEqual(['fine@example.com']);
    await world.db.transaction((tx) => tx.execute('DELETE FROM campaigns WHERE id = :broken', { broken }));
  });
});
