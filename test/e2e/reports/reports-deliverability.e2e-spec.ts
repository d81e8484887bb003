import { type NewEvent, Outbox } from '../../../src/platform/outbox/outbox.js';
import { EmailFacts } from '../../support/builders/email-facts.js';
import { World } from '../../support/world.js';

const REPORTS = ['bounces', 'spam-complaints', 'unsubscribes'] as const;
const JUNE = 'start_date=2025-06-10&end_date=2025-06-13';

describe('deliverability reports', () => {
  let world: World;
  let spring: number;
  let deleted: number;
  let ada: { id: number; email: string };
  let bob: { id: number; email: string };
  let list: number;
  let tag: number;

  const report = async (path: string) => (await world.all.get(`/reports/${path}`).expect(200)).body;
  const publishEvents = async (...events: NewEvent[]): Promise<void> => {
    await world.db.transaction((tx) => world.api.get(Outbox, { strict: false }).appendAll(tx, events));
    await world.settle();
  };

  /** The events of a single email, which these reports leave out. */
  const ofSingle = (at: string): NewEvent[] => {
    const single = new EmailFacts({ single: 99, contact: ada.id, to: ada.email });
    return [single.sent(at), single.bounced(at, 'dsn', { code: '5.9.9' }), single.complained(at, 'postmark')];
  };

  /**
   * Expected figures: 8 emails sent on 10 June (one more was refused, which counts as sent), and 4 on the days before,
   * of which one bounced. On 11 June, 2 more bounced; on 12 June, one complaint and 2 opt-outs.
   */
  beforeAll(async () => {
    world = await World.start({ env: { APP_TIMEZONE: 'Europe/Berlin' } });
    list = (await world.given.list()).id;
    tag = (await world.given.tag()).id;
    ada = await world.given.contact({ email: 'ada@one.example', lists: [list], tags: [tag] });
    bob = await world.given.contact({ email: 'bob@two.example' });
    spring = (await world.given.campaign({ title: 'Spring' })).id;
    deleted = (await world.given.campaign({ title: 'Deleted' })).id;
    const before = Array.from({ length: 4 }, () => new EmailFacts({ to: 'x@zero.example' }));
    const [first, second, third, ...others] = [
      new EmailFacts({ campaign: spring, contact: ada.id, to: ada.email }),
      new EmailFacts({ campaign: spring, contact: bob.id, to: bob.email }),
      new EmailFacts({ campaign: deleted, contact: bob.id, to: bob.email }),
      ...Array.from({ length: 5 }, (_, index) => new EmailFacts({ to: `x@d${index}.example` })),
    ] as [EmailFacts, EmailFacts, EmailFacts, ...EmailFacts[]];
    const refused = new EmailFacts({ campaign: spring, contact: ada.id, to: ada.email });
    await publishEvents(
      ...before.map((mail) => mail.sent('2025-06-07T10:00:00.000Z')),
      before[0]!.bounced('2025-06-07T12:00:00.000Z', 'dsn'),
      ...[first, second, third, ...others].map((mail) => mail.sent('2025-06-10T10:00:00.000Z')),
      refused.bounced('2025-06-10T10:00:00.000Z', 'smtp'),
      // The 11th in Berlin.
      second.bounced('2025-06-10T22:30:00.000Z', 'dsn', { bounce_type: 'soft', code: '4.2.2' }),
      others[0]!.bounced('2025-06-11T10:00:00.000Z', 'ses', { code: null }),
      first.complained('2025-06-12T10:00:00.000Z', 'ses'),
      first.unsubscribed('2025-06-12T11:00:00.000Z', { method: 'page', reason: 'too_many: every day' }),
      third.unsubscribed('2025-06-12T12:00:00.000Z'),
      ...ofSingle('2025-06-11T12:00:00.000Z'),
    );
    await world.all.delete(`/campaigns/${deleted}`).expect(200);
  });

  const meta = {
    from: '2025-06-10',
    to: '2025-06-13',
    timezone: 'Europe/Berlin',
    generated_at: expect.any(String),
    cached: expect.any(Boolean),
    as_of: expect.any(String),
    compared_with: { from: '2025-06-06', to: '2025-06-09' },
  };

  it('count bounced emails by kind, code, domain, campaign, and day', async () => {
    expect(await report(`bounces?${JUNE}`)).toEqual({
      totals: { sent: 9, bounced: 3, hard: 2, soft: 1 },
      rates: { bounce_rate: 33.3 },
      previous: { totals: { sent: 4, bounced: 1, hard: 1, soft: 0 }, rates: { bounce_rate: 25 } },
      by_reason: [
        { type: 'hard', reason: null, total: 1, share: 33.3 },
        { type: 'hard', reason: '5.1.1', total: 1, share: 33.3 },
        { type: 'soft', reason: '4.2.2', total: 1, share: 33.3 },
      ],
      by_domain: [
        { domain: 'd0.example', count: 1, rate: 100 },
        { domain: 'one.example', count: 1, rate: 50 },
        { domain: 'two.example', count: 1, rate: 50 },
      ],
      by_campaign: [
        { campaign_id: spring, title: 'Spring', count: 2, rate: 66.7 },
        { campaign_id: null, title: 'Funnels and all others', count: 1, rate: 16.7 },
      ],
      timeline: [
        { date: '2025-06-10', sent: 9, bounced: 1, bounce_rate: 11.1 },
        { date: '2025-06-11', sent: 0, bounced: 2, bounce_rate: 0 },
        { date: '2025-06-12', sent: 0, bounced: 0, bounce_rate: 0 },
        { date: '2025-06-13', sent: 0, bounced: 0, bounce_rate: 0 },
      ],
      // They were recorded today.
      recent: [],
      meta,
    });
  });

  it('count complaints and compare their rate with the thresholds', async () => {
    expect(await report(`spam-complaints?${JUNE}`)).toEqual({
      totals: { sent: 9, delivered: 6, complained: 1 },
      rates: { complaint_rate: 16.7 },
      threshold: { warn: 0.1, critical: 0.3 },
      status: 'critical',
      previous: { totals: { sent: 4, delivered: 3, complained: 0 }, rates: { complaint_rate: 0 } },
      by_reason: [{ reason: 'ses', total: 1, share: 100 }],
      // Two emails, of which one bounced.
      by_domain: [{ domain: 'one.example', count: 1, rate: 100 }],
      by_campaign: [{ campaign_id: spring, title: 'Spring', count: 1, rate: 100 }],
      timeline: [
        { date: '2025-06-10', delivered: 8, complained: 0, complaint_rate: 0 },
        { date: '2025-06-11', delivered: 0, complained: 0, complaint_rate: 0 },
        { date: '2025-06-12', delivered: 0, complained: 1, complaint_rate: 0 },
        { date: '2025-06-13', delivered: 0, complained: 0, complaint_rate: 0 },
      ],
      recent: [],
      meta,
    });
    expect((await report('spam-complaints?start_date=2025-06-07&end_date=2025-06-07')).status).toBe('ok');
  });

  it('count opt-outs by method and reason', async () => {
    expect(await report(`unsubscribes?${JUNE}`)).toEqual({
      totals: { sent: 9, unsubscribed: 0, through_mails: 2 },
      rates: { unsubscribe_rate: 22.2 },
      previous: { totals: { sent: 4, unsubscribed: 0, through_mails: 0 }, rates: { unsubscribe_rate: 0 } },
      by_reason: [
        { reason: null, total: 1, share: 50 },
        { reason: 'too_many: every day', total: 1, share: 50 },
      ],
      by_method: [
        { method: 'one_click', total: 1, share: 50 },
        { method: 'page', total: 1, share: 50 },
      ],
      by_domain: [
        { domain: 'one.example', count: 1, rate: 50 },
        { domain: 'two.example', count: 1, rate: 50 },
      ],
      // The other campaign is deleted.
      by_campaign: [
        { campaign_id: spring, title: 'Spring', count: 1, rate: 33.3 },
        { campaign_id: null, title: 'Funnels and all others', count: 1, rate: 16.7 },
      ],
      timeline: [
        { date: '2025-06-10', sent: 9, unsubscribed: 0, through_mails: 0, unsubscribe_rate: 0 },
        { date: '2025-06-11', sent: 0, unsubscribed: 0, through_mails: 0, unsubscribe_rate: 0 },
        { date: '2025-06-12', sent: 0, unsubscribed: 0, through_mails: 2, unsubscribe_rate: 0 },
        { date: '2025-06-13', sent: 0, unsubscribed: 0, through_mails: 0, unsubscribe_rate: 0 },
      ],
      recent: [],
      meta,
    });
  });

  it('have no comparison with compare_with=none', async () => {
    for (const name of REPORTS) {
      const { previous, meta: answered } = await report(`${name}?${JUNE}&compare_with=none`);
      expect([name, previous, answered.compared_with]).toEqual([name, null, null]);
    }
  });

  it('combine all domains after the first twenty in one row', async () => {
    const emails = Array.from({ length: 22 }, (_, index) => new EmailFacts({ to: `x@e${index}.example` }));
    await publishEvents(
      ...emails.map((mail) => mail.sent('2025-03-01T10:00:00.000Z')),
      ...emails.map((mail) => mail.bounced('2025-03-01T11:00:00.000Z', 'dsn')),
      // The domain is unknown.
      new EmailFacts({ to: '' }).bounced('2025-03-01T11:00:00.000Z', 'smtp'),
      new EmailFacts({ to: 'x@fine.example' }).sent('2025-03-01T10:00:00.000Z'),
    );
    const { totals, by_domain } = await report('bounces?start_date=2025-03-01&end_date=2025-03-01');
    expect(totals).toMatchObject({ sent: 24, bounced: 23 });
    expect(by_domain).toHaveLength(21);
    // 3 of the 4 emails to other domains.
    expect(by_domain[20]).toEqual({ domain: null, count: 3, rate: 75 });
  });

  it('restrict totals and days to members, and omit figures that are not counted by contact', async () => {
    const nothing = { by_reason: null, by_domain: null, by_campaign: null, recent: null };
    const bounces = await report(`bounces?${JUNE}&lists[]=${list}&tags[]=${tag}`);
    expect(bounces).toMatchObject({
      totals: { sent: 2, bounced: 1, hard: null, soft: null },
      rates: { bounce_rate: 50 },
      previous: { totals: { sent: 0, bounced: 0, hard: null, soft: null }, rates: { bounce_rate: 0 } },
      ...nothing,
    });
    expect(bounces.timeline).toHaveLength(4);
    expect(bounces.timeline[0]).toEqual({ date: '2025-06-10', sent: 2, bounced: 1, bounce_rate: 50 });
    expect(await report(`spam-complaints?${JUNE}&lists[]=${list}`)).toMatchObject({
      totals: { sent: 2, delivered: 1, complained: 1 },
      rates: { complaint_rate: 100 },
      status: 'critical',
      ...nothing,
    });
    expect(await report(`unsubscribes?${JUNE}&tags[]=${tag}`)).toMatchObject({
      totals: { sent: 2, unsubscribed: 0, through_mails: 1 },
      rates: { unsubscribe_rate: 50 },
      by_method: null,
      ...nothing,
    });
    const empty = await world.given.list();
    expect(await report(`bounces?${JUNE}&lists[]=${empty.id}`)).toMatchObject({ totals: { sent: 0, bounced: 0 } });
  });

  it('count contacts that unsubscribed in another way, on the local day', async () => {
    const member = await world.given.contact({ email: 'leaving@one.example', lists: [list] });
    await world.settle();
    const today = async (query: string) => report(`unsubscribes?date_range=today${query}`);
    const before = (await today('')).totals.unsubscribed as number;
    await world.all
      .put(`/subscribers/${member.id}`)
      .send({ subscriber: { status: 'unsubscribed' } })
      .expect(200);
    await world.settle();
    const all = await today('');
    expect(all.totals).toMatchObject({ unsubscribed: before + 1, through_mails: 0 });
    expect(all.timeline).toMatchObject([{ unsubscribed: before + 1 }]);
    const members = await today(`&lists[]=${list}`);
    expect(members.totals).toMatchObject({ unsubscribed: 1, through_mails: 0 });
    expect(members.timeline).toMatchObject([{ unsubscribed: 1 }]);
    expect((await today(`&tags[]=${tag}`)).totals.unsubscribed).toBe(0);
  });

  it('show the latest twenty, with their contacts', async () => {
    const now = new Date().toISOString();
    const recent = async (name: string) => (await report(`${name}?date_range=today`)).recent;
    const emails = Array.from({ length: 25 }, () => new EmailFacts({ to: 'x@many.example' }));
    await publishEvents(...emails.map((mail) => mail.bounced(now, 'dsn')));
    const gone = await world.given.contact({ email: 'gone@one.example' });
    const [first, second, third] = [
      new EmailFacts({ campaign: spring, contact: ada.id, to: ada.email }),
      new EmailFacts({ contact: gone.id, to: gone.email }),
      new EmailFacts({ contact: bob.id, to: bob.email }),
    ];
    await publishEvents(first.bounced(now, 'dsn', { bounce_type: 'soft', code: '4.2.2' }));
    await publishEvents(second.bounced(now, 'dsn', { code: null }));
    await publishEvents(third.complained(now));
    await publishEvents(...ofSingle(now), ...ofSingle(now));
    await publishEvents(third.unsubscribed(now, { method: 'page', reason: 'too_many' }));
    await world.all.delete(`/subscribers/${gone.id}`).expect(200);
    await world.settle();

    const bounces = await recent('bounces');
    expect(bounces).toHaveLength(20);
    const id = expect.any(Number) as number;
    expect(bounces.slice(0, 2)).toEqual([
      { contact: null, email_id: id, campaign_id: null, at: now, type: 'hard', code: null },
      {
        contact: { id: ada.id, email: ada.email },
        ...{ email_id: id, campaign_id: spring, at: now, type: 'soft', code: '4.2.2' },
      },
    ]);
    const [complaint] = await recent('spam-complaints');
    expect(complaint).toMatchObject({ contact: { id: bob.id, email: bob.email }, at: now, reason: 'arf' });
    const [optOut] = await recent('unsubscribes');
    expect(optOut).toMatchObject({ contact: { id: bob.id }, at: now, method: 'page', reason: 'too_many' });

    // A deleted contact disappears immediately, although the figures are cached.
    await world.all.delete(`/subscribers/${bob.id}`).expect(200);
    expect((await recent('spam-complaints'))[0].contact).toBeNull();
  });

  it('cover the last 30 days by default, and name all invalid parameters', async () => {
    for (const name of REPORTS) {
      expect((await report(name)).timeline).toHaveLength(30);
      for (const [query, params] of [
        ['date_range=custom', ['end_date', 'start_date']],
        ['start_date=2000-01-01&end_date=2026-01-01', ['end_date']],
        ['compare_with=them&lists[]=x&tags[]=-1', ['compare_with', 'lists', 'tags']],
      ] as const) {
        const { body } = await world.all.get(`/reports/${name}?${query}`).expect(400);
        expect([query, Object.keys(body.data.params as object).sort()]).toEqual([query, params]);
      }
      const unknown = await world.all.get(`/reports/${name}?lists[]=4000000000`).expect(404);
      expect(unknown.body).toMatchObject({ code: 'rest_post_invalid_id', message: 'Invalid post ID.' });
      await (await world.as('view_contacts', 'manage_campaigns')).get(`/reports/${name}`).expect(403);
    }
  });
});
