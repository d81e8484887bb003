import { ExperimentProgressService } from '../../../src/modules/campaigns/ab-test/experiment-progress.service.js';
import { CampaignScheduler } from '../../../src/modules/campaigns/sending/campaign.scheduler.js';
import { SmtpSink } from '../../support/smtp-sink.js';
import { World } from '../../support/world.js';

const BODY =
  '<p>Hello</p><p><a href="https://shop.example/">Look</a> <a href="{{ unsubscribe_url }}">Unsubscribe</a></p>';
const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const VARIANTS = [
  { key: 'a', subject: 'Plain' },
  { key: 'b', subject: 'Loud', body: `<h1>Loud</h1>${BODY}` },
];

describe('an A/B test of a campaign', () => {
  let world: World;
  let sink: SmtpSink;

  beforeAll(async () => {
    sink = await SmtpSink.start();
    world = await World.start({ env: { SMTP_URL: sink.url } });
  });
  beforeEach(() => {
    sink.reset();
  });

  const draft = async (people: number, abTest: Record<string, unknown>): Promise<number> => {
    const list = await world.given.list();
    for (let person = 0; person < people; person += 1) await world.given.contact({ lists: [list.id] });
    const { id } = await world.given.campaign({
      email_subject: 'Neutral',
      email_body: BODY,
      lists: [list.id],
      settings: { ab_test: { variants: VARIANTS, ...abTest } },
    });
    return id;
  };

  /** Sends the campaign until the whole sample is sent. */
  const started = async (people: number, abTest: Record<string, unknown>): Promise<number> => {
    const id = await draft(people, abTest);
    await world.all.post(`/campaigns/${id}/send`).expect(200);
    await world.settle();
    await experiments().advance(id);
    return id;
  };

  const experiments = () => world.worker!.get(ExperimentProgressService, { strict: false });
  const tick = (): Promise<void> => world.worker!.get(CampaignScheduler, { strict: false }).tick();
  const status = async (id: number) => (await world.all.get(`/campaigns/${id}/status`).expect(200)).body;
  const waitIsOver = (id: number): Promise<unknown> =>
    world.db.transaction((tx) =>
      tx.execute('UPDATE campaign_experiments SET decides_at = NOW(3) WHERE campaign_id = :id', { id }),
    );
  const decided = async (id: number): Promise<void> => {
    await waitIsOver(id);
    await experiments().advance(id);
    await tick();
    await world.settle();
  };
  /** Opens all emails with this subject. */
  const open = async (subject: string): Promise<void> => {
    for (const message of sink.messages) {
      const mail = await message.parsed();
      const pixel = /src="http:\/\/carillon\.test(\/t\/o\/[^"]+)"/.exec(mail.html ?? '')?.[1];
      if (mail.subject === subject && pixel !== undefined)
        await world.http.get(pixel).set('User-Agent', BROWSER).expect(200);
    }
    await world.settle();
  };

  it('sends each variant to its share of the sample, and the winner to all others, once', async () => {
    const id = await started(60, { sample_percent: 50, metric: 'opens' });
    const sample = sink.messages.length;
    expect(sample).toBeGreaterThan(15);
    expect(sample).toBeLessThan(45);
    const subjects = await Promise.all(sink.messages.map(async (message) => (await message.parsed()).subject));
    expect(new Set(subjects)).toEqual(new Set(['Plain', 'Loud']));
    expect(await status(id)).toMatchObject({
      campaign: { status: 'working' },
      progress: { phase: 'testing' },
      ab_test: { state: 'testing', winner: null },
    });
    expect((await world.all.get(`/campaigns/${id}`).expect(200)).body.campaign.recipients_count).toBe(60);
    const held = await world.all.get(`/campaigns/${id}/emails?status=pending`).expect(200);
    expect(held.body.emails.total).toBe(60 - sample);
    expect(held.body.emails.data[0]).toMatchObject({ variant: null, scheduled_at: null });

    await open('Loud');
    await decided(id);
    const end = await status(id);
    expect(end).toMatchObject({
      campaign: { status: 'sent' },
      ab_test: { state: 'decided', winner: 'b', decided_by: 'confidence', confidence: expect.any(Number) },
    });
    expect(end.ab_test.confidence).toBeGreaterThan(0.95);
    const [plain, loud] = end.subject_analytics;
    const others = subjects.filter((subject) => subject === 'Plain').length;
    expect(plain).toMatchObject({ key: 'a', subject: 'Plain', total: others, sent: others, opened: 0, open_rate: 0 });
    expect(loud).toMatchObject({ key: 'b', subject: 'Loud', total: 60 - others, sent: 60 - others, winner: true });
    expect(loud.opened).toBe(subjects.length - others);

    const addresses = sink.messages.map((message) => message.envelope.to[0]);
    expect(new Set(addresses).size).toBe(60);
    expect(addresses).toHaveLength(60);
    const late = await Promise.all(sink.messages.slice(sample).map((message) => message.parsed()));
    for (const mail of late) {
      expect(mail.subject).toBe('Loud');
      expect(mail.html).toContain('<h1');
    }
    const emails = await world.all.get(`/campaigns/${id}/emails?per_page=100`).expect(200);
    const variants = emails.body.emails.data.map((email: { variant: string }) => email.variant);
    expect(variants.filter((variant: string) => variant === 'b')).toHaveLength(60 - others);
  });

  /** Each recipient of this variant buys twice; the first purchase is refunded. */
  const buy = (id: number, variant: string, total: number): Promise<unknown> =>
    world.db.transaction(async (tx) => {
      for (const [round, refunded] of [
        ['first', total],
        ['again', 0],
      ] as const)
        await tx.execute(
          `INSERT INTO orders
             (provider, external_id, contact_id, status, currency, total, refunded, items, ordered_at, touch, campaign_id,
              email_id)
           SELECT 'shop', CONCAT(:round, m.id), m.contact_id, IF(:refunded = 0, 'completed', 'refunded'), 'EUR', :total,
                  :refunded, '[]', NOW(3), 'last_click', m.source_id, m.id
             FROM email_messages m
            WHERE m.source_type = 'campaign' AND m.source_id = :id AND m.variant = :variant AND m.state = 'sent'`,
          { round, refunded, total, id, variant },
        );
    });

  it('is decided by the number of buyers per variant', async () => {
    const id = await started(60, { sample_percent: 50, metric: 'revenue' });
    const sample = sink.messages.length;
    await buy(id, 'b', 1_999);
    // One recipient of the other variant has more revenue than all of them, and one order is open.
    const [rich, waiting] = await world.db.query<{ id: number }>(
      `SELECT id FROM email_messages WHERE source_id = :id AND source_type = 'campaign' AND variant = 'a' LIMIT 2`,
      { id },
    );
    for (const [mail, status] of [
      [rich, 'completed'],
      [waiting, 'pending'],
    ] as const)
      await world.db.transaction((tx) =>
        tx.execute(
          `INSERT INTO orders (provider, external_id, status, currency, total, items, ordered_at, touch, campaign_id, email_id)
           VALUES ('shop', :status, :status, 'EUR', 90000000, '[]', NOW(3), 'last_click', :id, :mailId)`,
          { id, status, mailId: mail?.id ?? 0 },
        ),
      );
    const testing = await status(id);
    const [plain, loud] = testing.subject_analytics;
    expect(plain).toMatchObject({ converted: 1, orders: 1, revenue: 900_000, currency: 'EUR' });
    const readers = loud.sent as number;
    expect(Number(plain.sent) + readers).toBe(sample);
    expect(loud).toMatchObject({
      ...{ converted: readers, orders: 2 * readers, revenue: (1_999 * readers) / 100, currency: 'EUR' },
      conversion_rate: 100,
    });
    expect(loud.lift).toBeGreaterThan(0);
    await decided(id);
    const end = await status(id);
    expect(end.ab_test).toMatchObject({ winner: 'b', decided_by: 'confidence' });
    expect(end.ab_test.confidence).toBeGreaterThan(0.95);
  });

  it('uses the fallback without purchases', async () => {
    const id = await started(12, { sample_percent: 50, metric: 'revenue' });
    await open('Loud');
    const [plain] = (await status(id)).subject_analytics;
    expect(plain).toMatchObject({ converted: 0, conversion_rate: 0, orders: 0, revenue: 0, currency: null });
    await decided(id);
    expect((await status(id)).ab_test).toMatchObject({ winner: 'a', decided_by: 'fallback', confidence: null });
  });

  it.each([
    ['best', 'a'],
    ['first', 'a'],
  ])('uses the fallback %s when the figures are not conclusive', async (fallback, winner) => {
    const id = await started(12, { sample_percent: 50, fallback });
    await decided(id);
    expect((await status(id)).ab_test).toMatchObject({ winner, decided_by: 'fallback', confidence: null });
    expect(sink.messages).toHaveLength(12);
  });

  it('waits for a manager with the fallback manual, and accepts one answer', async () => {
    const id = await started(12, { sample_percent: 50, fallback: 'manual' });
    const sample = sink.messages.length;
    await decided(id);
    expect(await status(id)).toMatchObject({
      campaign: { status: 'working' },
      progress: { waiting_reason: 'choose_winner' },
      ab_test: { state: 'choose_winner' },
    });
    expect(sink.messages).toHaveLength(sample);
    const unknown = await world.all.post(`/campaigns/${id}/ab-test/winner`).send({ key: 'c' }).expect(400);
    expect(unknown.body.data.params).toEqual({ key: 'must be one of: a, b' });

    // The answer survives a pause, during which no email is released.
    await world.all.post(`/campaigns/${id}/pause`).expect(200);
    const { body } = await world.all.post(`/campaigns/${id}/ab-test/winner`).send({ key: 'b' }).expect(200);
    expect(body).toMatchObject({ message: 'Winner has been chosen.', campaign: { status: 'paused' } });
    await world.all.post(`/campaigns/${id}/ab-test/winner`).send({ key: 'a' }).expect(400);
    await tick();
    expect(sink.messages).toHaveLength(sample);
    await world.all.post(`/campaigns/${id}/resume`).expect(200);
    await tick();
    await world.settle();
    expect(sink.messages).toHaveLength(12);
    expect((await status(id)).ab_test).toMatchObject({ state: 'decided', winner: 'b', decided_by: 'manager' });
    const late = await world.all.post(`/campaigns/${id}/ab-test/winner`).send({ key: 'a' }).expect(400);
    expect(late.body.message).toBe('Winner cannot be chosen in current status.');
  });

  it('is decided once when several workers and a manager decide concurrently', async () => {
    for (let round = 0; round < 3; round += 1) {
      sink.reset();
      const id = await started(10, { sample_percent: 40, fallback: 'first' });
      await waitIsOver(id);
      const [person] = await Promise.all([
        world.all.post(`/campaigns/${id}/ab-test/winner`).send({ key: 'b' }),
        ...Array.from({ length: 4 }, () => experiments().advance(id)),
      ]);
      await world.settle();
      const { winner, decided_by } = (await status(id)).ab_test;
      expect([winner, decided_by]).toEqual(person.status === 200 ? ['b', 'manager'] : ['a', 'fallback']);
      expect(new Set(sink.messages.map((message) => message.envelope.to[0])).size).toBe(10);
      expect(sink.messages).toHaveLength(10);
    }
  });

  it('sends the winner to contacts who are enrolled after the decision', async () => {
    const id = await draft(12, { sample_percent: 50 });
    await world.all.post(`/campaigns/${id}/send`).expect(200);
    // Before, during, or after the enrollment of the recipients.
    await world.all.post(`/campaigns/${id}/ab-test/winner`).send({ key: 'a' }).expect(200);
    await world.settle();
    await tick();
    await world.settle();
    expect(await status(id)).toMatchObject({
      campaign: { status: 'sent' },
      ab_test: { state: 'decided', winner: 'a' },
    });
    expect(new Set(sink.messages.map((message) => message.envelope.to[0])).size).toBe(12);
    const { subject_analytics } = await status(id);
    const totals = (subject_analytics as { total: number }[]).map(({ total }) => total);
    expect(totals.reduce((sum, total) => sum + total, 0)).toBe(12);
  });

  it('cancels waiting emails together with the campaign', async () => {
    const id = await started(10, { sample_percent: 40 });
    const sample = sink.messages.length;
    await world.all.post(`/campaigns/${id}/cancel`).expect(200);
    await world.settle();
    expect((await status(id)).stat).toContainEqual({ status: 'cancelled', total: 10 - sample });
    await world.all.post(`/campaigns/${id}/ab-test/winner`).send({ key: 'a' }).expect(400);
  });

  it('is refused with all errors at once', async () => {
    const refused = await world.all
      .post('/campaigns')
      .send({
        title: 'Wrong',
        settings: {
          ab_test: {
            variants: [
              { key: 'A b', weight: 0 },
              { key: 'x'.repeat(33), subject: 'x\ny' },
            ],
            sample_percent: 0,
            metric: 'luck',
            wait_minutes: -1,
            fallback: 'worst',
          },
        },
      })
      .expect(400);
    expect(Object.keys(refused.body.data.params).sort()).toEqual([
      'settings.ab_test.fallback',
      'settings.ab_test.metric',
      'settings.ab_test.sample_percent',
      'settings.ab_test.variants.0.key',
      'settings.ab_test.variants.0.weight',
      'settings.ab_test.variants.1.key',
      'settings.ab_test.variants.1.subject',
      'settings.ab_test.wait_minutes',
    ]);
    for (const variants of [
      [VARIANTS[0]],
      [VARIANTS[0], VARIANTS[0]],
      Array.from({ length: 6 }, (_, key) => ({ key: String(key) })),
      'a',
      [1, 2],
    ])
      await world.all
        .post('/campaigns')
        .send({ title: 'Wrong', settings: { ab_test: { variants } } })
        .expect(400);
  });

  it('needs variants that are valid and ready to send', async () => {
    const unreadable = [{ key: 'a' }, { key: 'b', subject: '{{ contact.first_name', body: '{% if %}' }];
    const refused = await world.all
      .post('/campaigns')
      .send({ title: 'Unreadable', email_body: BODY, settings: { ab_test: { variants: unreadable } } })
      .expect(400);
    expect(Object.keys(refused.body.data.params)).toEqual([
      'settings.ab_test.variants.1.subject',
      'settings.ab_test.variants.1.body',
    ]);

    const id = await draft(2, { variants: [{ key: 'a' }, { key: 'b', body: '<p>{{ confirm_url }}</p>' }] });
    const unready = await world.all.post(`/campaigns/${id}/send`).expect(400);
    expect(unready.body.data.params).toEqual({
      'settings.ab_test.variants.1.body': expect.stringMatching(/^must not contain {{ confirm_url }}/),
    });
    await world.all
      .put(`/campaigns/${id}`)
      .send({ settings: { ab_test: null } })
      .expect(200);
    await world.all.post(`/campaigns/${id}/ab-test/winner`).send({ key: 'a' }).expect(400);
    await world.all.post(`/campaigns/${id}/send`).expect(200);
    await world.settle();
    expect((await status(id)).ab_test).toBeNull();
  });
});
