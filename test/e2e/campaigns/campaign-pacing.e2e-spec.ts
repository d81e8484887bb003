import { CampaignScheduler } from '../../../src/modules/campaigns/sending/campaign.scheduler.js';
import { SmtpSink } from '../../support/smtp-sink.js';
import { World } from '../../support/world.js';

const BODY = '<p>Hello</p><p><a href="{{ unsubscribe_url }}">Unsubscribe</a></p>';
const HOUR = 3_600_000;

describe('the pacing of a campaign', () => {
  let world: World;
  let sink: SmtpSink;

  beforeAll(async () => {
    sink = await SmtpSink.start();
    world = await World.start({ env: { SMTP_URL: sink.url, APP_TIMEZONE: 'Europe/Berlin' } });
  });
  beforeEach(() => {
    sink.reset();
  });

  const draft = async (contacts: readonly Record<string, unknown>[], settings: Record<string, unknown> = {}) => {
    const list = await world.given.list();
    for (const contact of contacts) await world.given.contact({ ...contact, lists: [list.id] });
    const { id } = await world.given.campaign({
      email_subject: 'Spring',
      email_body: BODY,
      lists: [list.id],
      settings,
    });
    return id;
  };
  const tick = (): Promise<void> => world.worker!.get(CampaignScheduler, { strict: false }).tick();
  const shift = (id: number, hours: number): Promise<unknown> =>
    world.db.transaction((tx) =>
      tx.execute(
        `UPDATE campaigns SET scheduled_at = scheduled_at - INTERVAL :hours HOUR,
                scheduled_until = scheduled_until - INTERVAL :hours HOUR WHERE id = :id`,
        { id, hours },
      ),
    );
  const times = (id: number): Promise<{ email: string; state: string; at: Date | null }[]> =>
    world.db.query(
      `SELECT m.email, m.state, m.next_attempt_at AS at FROM email_messages m WHERE m.source_id = :id ORDER BY m.id`,
      { id },
    );

  it('is stored, returned, merged, and removed', async () => {
    const throttle = { per_second: 5, per_hour: 1_000 };
    const send_window = { days: ['Mon', 'Fri'], from: '09:00', to: '17:30', timezone: 'Europe/Berlin' };
    const id = await draft([{}], { throttle, send_window, sending_type: 'schedule' });
    const shown = await world.all.get(`/campaigns/${id}`).expect(200);
    expect(shown.body.campaign.settings).toMatchObject({ throttle, send_window, sending_type: 'schedule' });
    const { body } = await world.all
      .put(`/campaigns/${id}`)
      .send({ settings: { throttle: { per_second: null }, send_window: null } })
      .expect(200);
    expect(body.campaign.settings).toMatchObject({ throttle: null, send_window: null });
    const whole = await world.all
      .put(`/campaigns/${id}`)
      .send({ settings: { send_window: { from: '22:00', to: '06:00', timezone: 'UTC' } } })
      .expect(200);
    expect(whole.body.campaign.settings.send_window.days).toHaveLength(7);
  });

  it('is refused with all errors at once', async () => {
    const refused = await world.all
      .post('/campaigns')
      .send({
        title: 'Wrong',
        settings: {
          sending_type: 'never',
          throttle: { per_second: 0, per_day: 1.5 },
          send_window: { days: ['Someday'], from: '9', to: '24:00', timezone: '+02:00' },
        },
      })
      .expect(400);
    expect(Object.keys(refused.body.data.params).sort()).toEqual([
      'settings.send_window.days',
      'settings.send_window.from',
      'settings.send_window.timezone',
      'settings.send_window.to',
      'settings.sending_type',
      'settings.throttle.per_day',
      'settings.throttle.per_second',
    ]);
    for (const settings of [
      { throttle: [] },
      { send_window: 'daily' },
      { send_window: { days: [], from: '09:00', to: '10:00', timezone: 'UTC' } },
    ])
      await world.all.post('/campaigns').send({ title: 'Wrong', settings }).expect(400);
  });

  it('sends nothing outside of its window, gives the reason, and sends when the window opens', async () => {
    const hour = new Date().getUTCHours();
    const time = (hours: number): string => `${String((hour + hours) % 24).padStart(2, '0')}:00`;
    const send_window = { from: time(4), to: time(6), timezone: 'UTC' };
    const id = await draft([{}], { send_window });
    await world.all.post(`/campaigns/${id}/send`).expect(200);
    await world.settle();
    expect(sink.messages).toHaveLength(0);
    const { body } = await world.all.get(`/campaigns/${id}/status`).expect(200);
    expect(body).toMatchObject({
      campaign: { status: 'working' },
      progress: { phase: 'waiting', waiting_reason: 'outside the send window' },
    });
    await world.db.transaction((tx) =>
      tx.execute('UPDATE sendings SET pacing = NULL, waiting_until = NULL WHERE source_id = :id', { id }),
    );
    await world.settle();
    expect(sink.messages).toHaveLength(1);
  });

  it('spreads emails evenly over a range, from its start', async () => {
    const id = await draft(
      Array.from({ length: 30 }, () => ({})),
      { sending_type: 'range_schedule' },
    );
    const from = new Date(Math.ceil(Date.now() / 1_000) * 1_000 + 2 * HOUR);
    const until = new Date(from.getTime() + 10 * HOUR);
    const missing = await world.all.post(`/campaigns/${id}/schedule`).send({ scheduled_at: from }).expect(400);
    expect(Object.keys(missing.body.data.params)).toEqual(['scheduled_until']);
    const { body } = await world.all
      .post(`/campaigns/${id}/schedule`)
      .send({ scheduled_at: from.toISOString(), scheduled_until: until.toISOString() })
      .expect(200);
    expect(body.campaign.scheduled_until).toBe(until.toISOString().slice(0, 19).replace('T', ' '));
    const changed = await world.all
      .put(`/campaigns/${id}`)
      .send({ settings: { sending_type: 'schedule' } })
      .expect(400);
    expect(Object.keys(changed.body.data.params)).toEqual(['settings.sending_type']);

    // Half of the range is over.
    await shift(id, 7);
    const [before] = await world.db.query<{ now: Date }>('SELECT NOW(3) AS now');
    await tick();
    await world.settle();
    const rows = await times(id);
    const sent = rows.filter(({ state }) => state === 'sent');
    expect(sent.length).toBeGreaterThan(7);
    expect(sent.length).toBeLessThan(23);
    const later = rows.flatMap(({ at }) => (at === null ? [] : [at.getTime()]));
    expect(later).toHaveLength(30 - sent.length);
    expect(Math.min(...later)).toBeGreaterThan(before!.now.getTime());
    expect(Math.max(...later)).toBeLessThanOrEqual(until.getTime() - 7 * HOUR);
    expect(new Set(later).size).toBe(later.length);
    await world.all.post(`/campaigns/${id}/cancel`).expect(200);
  });

  it('sends at the same local time in every zone, from the earliest zone on', async () => {
    await world.given.customField({ slug: 'timezone', label: 'Time zone' });
    const id = await draft(
      [
        { email: 'auckland@example.com', custom_values: { timezone: 'Pacific/Auckland' }, country: 'DE' },
        { email: 'tokyo@example.com', country: 'JP' },
        { email: 'berlin@example.com', custom_values: { timezone: 'nowhere' } },
        { email: 'new-york@example.com', country: 'US' },
      ],
      { sending_type: 'timezone' },
    );
    const nextMorning = new Date(Math.ceil(Date.now() / HOUR) * HOUR + 30 * HOUR);
    await world.all.post(`/campaigns/${id}/schedule`).send({ scheduled_at: nextMorning.toISOString() }).expect(200);
    await tick();
    expect((await world.all.get(`/campaigns/${id}`).expect(200)).body.campaign.status).toBe('scheduled');
    // The local time is 9 hours ahead in Berlin, and has passed in Auckland and Kiritimati.
    await shift(id, 30 - 9);
    await tick();
    await world.settle();
    const wall = new Date(nextMorning.getTime() - 21 * HOUR);
    const clock = (timeZone: string, moment: Date): string =>
      new Intl.DateTimeFormat('en-GB', { timeZone, dateStyle: 'short', timeStyle: 'short' }).format(moment);
    const rows = new Map((await times(id)).map((row) => [row.email, row]));
    expect(rows.get('auckland@example.com')).toMatchObject({ state: 'sent' });
    for (const [email, zone] of [
      ['tokyo@example.com', 'Asia/Tokyo'],
      ['berlin@example.com', 'Europe/Berlin'],
      ['new-york@example.com', 'America/New_York'],
    ] as const) {
      const { state, at } = rows.get(email)!;
      expect([email, state]).toEqual([email, 'pending']);
      expect([email, clock(zone, at!)]).toEqual([email, clock('Europe/Berlin', wall)]);
    }
    await world.all.post(`/campaigns/${id}/cancel`).expect(200);
  });

  it('starts a scheduled campaign once with five schedulers', async () => {
    for (let round = 0; round < 3; round += 1) {
      sink.reset();
      const id = await draft([{}, {}, {}]);
      await world.all
        .post(`/campaigns/${id}/schedule`)
        .send({ scheduled_at: new Date(Date.now() + HOUR).toISOString() })
        .expect(200);
      await shift(id, 2);
      const { ScheduledStart } = await import('../../../src/modules/campaigns/lifecycle/scheduled-start.service.js');
      const starts = [world.api, world.worker!].map((process) => process.get(ScheduledStart, { strict: false }));
      await Promise.all(Array.from({ length: 5 }, (_, clock) => starts[clock % 2]!.startIfDue(id)));
      await world.settle();
      const started = await world.db.query(
        `SELECT id FROM domain_events WHERE type = 'campaign.started' AND subject_id = :id`,
        { id },
      );
      expect(started).toHaveLength(1);
      expect(sink.messages).toHaveLength(3);
    }
  });

  it('finishes campaigns behind a thousand waiting ones', async () => {
    await world.db.transaction(async (tx) => {
      await tx.insertRows(
        'campaigns',
        [
          'title',
          'slug',
          'status',
          'email_subject',
          'email_pre_header',
          'email_body',
          'email_body_text',
          'settings',
          'content_id',
          'snapshot_done',
        ],
        Array.from({ length: 1_200 }, (_, index) => [
          `Old ${index}`,
          `old-${index}`,
          'working',
          '',
          '',
          '',
          '',
          '{}',
          1,
          1,
        ]),
      );
      await tx.execute(
        `INSERT INTO email_messages (source_type, source_id, recipient_key, content_id, next_attempt_at)
         SELECT 'campaign', id, '1', 1, NOW(3) + INTERVAL 1 DAY FROM campaigns WHERE slug LIKE 'old-%'`,
      );
    });
    const id = await draft([{}]);
    await world.all.post(`/campaigns/${id}/send`).expect(200);
    await world.settle();
    expect((await world.all.get(`/campaigns/${id}`).expect(200)).body.campaign.status).toBe('sent');
  });
});
