import { insertSubscribers } from '../../support/builders/audience.js';
import { type Provider, ProviderFarm } from '../../support/provider-farm.js';
import { waitUntil } from '../../support/wait-until.js';
import { World } from '../../support/world.js';

/** Then the next one is an hour later. */
const PROBES = 6;
const UNAUTHENTICATED = { code: 550, text: '5.7.26 unauthenticated' };

describe('a mailbox provider that refuses emails', () => {
  let farm: ProviderFarm;
  let world: World;
  let closed: Provider;
  let open: Provider;

  beforeAll(async () => {
    farm = await ProviderFarm.start([{ name: 'closed' }, { name: 'open' }, { name: 'other' }]);
    closed = farm.provider('closed');
    open = farm.provider('open');
    world = await World.start({
      env: {
        DNS_SERVERS: farm.names.address,
        DESTINATION_PROBE_SCHEDULE: `${'1s,'.repeat(PROBES)}1h`,
        MAIL_FROM: 'Shop <news@shop.example>',
      },
    });
  });
  beforeEach(() => {
    farm.reset();
  });

  async function campaignTo(prefix: string, addresses: readonly string[], senderId: number): Promise<number> {
    const list = await world.given.list();
    await insertSubscribers(world.db, list.id, prefix, addresses.length, (number) => addresses[number - 1] ?? '');
    const { id } = await world.given.campaign({
      email_subject: 'Spring',
      email_body: '<p>{{ unsubscribe_url }}</p>',
      lists: [list.id],
      settings: { mailer_settings: { sender_id: senderId } },
    });
    await world.all.post(`/campaigns/${id}/send`).expect(200);
    return id;
  }
  /** `share` of them at the closed provider, evenly mixed. */
  const mixed = (prefix: string, size: number, share: number): string[] =>
    Array.from({ length: size }, (_, index) => {
      const isClosed = Math.floor((index + 1) * share) > Math.floor(index * share);
      return (isClosed ? closed : open).addressOf(`${prefix}-${index + 1}`, index);
    });
  const statusOf = async (id: number): Promise<string> =>
    (await world.all.get(`/campaigns/${id}/status`).expect(200)).body.campaign.status;
  const destinationOf = async (senderId: number, provider: string): Promise<Record<string, unknown> | undefined> => {
    const { body } = await world.all.get(`/senders/${senderId}/destinations`).expect(200);
    return body.destinations.find((one: { provider: string }) => one.provider === provider);
  };

  it('D1 stops the emails to this provider only, and all others leave', async () => {
    closed.block(UNAUTHENTICATED);
    const sender = await world.given.sender({ url: farm.url });
    const id = await campaignTo('d1', mixed('d1', 400, 0.3), sender.id);
    await waitUntil('all others are accepted', () => open.recipients.size === 280);
    expect(closed.attempts.length).toBeLessThanOrEqual(20);
    expect(await destinationOf(sender.id, 'closed.example')).toMatchObject({
      state: 'quarantined',
      code: '5.7.26',
      reason: expect.stringMatching(/^closed\.example (still )?refuses emails: 550 5\.7\.26/),
      advice: expect.stringContaining('SPF and DKIM'),
      last_replies: expect.arrayContaining([expect.objectContaining({ code: '5.7.26', source: 'smtp' })]),
    });

    // A campaign without recipients there is not affected.
    const healthy = Array.from({ length: 60 }, (_, index) => open.addressOf(`d1-healthy-${index + 1}`, index));
    const second = await campaignTo('d1-healthy', healthy, sender.id);
    await waitUntil('the second one is sent', async () => (await statusOf(second)) === 'sent');

    // Only what remains is paused, with a reason that says what the provider asks for.
    await waitUntil('the rest is paused', async () => {
      // As a refused probe does: the last one before the long pause may have been refused while others were on their way.
      await world.db.execute('UPDATE sender_destinations SET announced = 0 WHERE sender_id = :id', { id: sender.id });
      return (await statusOf(id)) === 'paused';
    });
    const { body } = await world.all.get(`/campaigns/${id}`).expect(200);
    expect(JSON.stringify(body.campaign)).toContain('closed.example refuses emails (5.7.26). Make SPF and DKIM pass');
    expect(closed.attempts.length).toBeLessThanOrEqual(20);

    // Resumed after the cause is removed: a probe is accepted, and the rest follows.
    closed.heal();
    await world.all.post(`/campaigns/${id}/resume`).expect(200);
    await waitUntil('it recovers', () => closed.recipients.size > 5);
    expect(await destinationOf(sender.id, 'closed.example')).toMatchObject({ state: 'throttled' });
    expect(farm.providers.map(({ repeats }) => repeats)).toEqual([0, 0, 0]);
    await world.all.post(`/campaigns/${id}/cancel`).expect(200);
  });

  it('D1 stops also after the provider has accepted thousands', async () => {
    const sender = await world.given.sender({ url: farm.url });
    // The counts of a long campaign.
    await world.db.transaction((tx) =>
      tx.execute(
        `INSERT INTO sender_destinations (sender_id, provider, accepted, recent_accepted, recent_sent, replies, changes)
         VALUES (:id, 'closed.example', 30000, 30000, 30000, '[]', '[]')`,
        { id: sender.id },
      ),
    );
    closed.block(UNAUTHENTICATED);
    const id = await campaignTo('d1-late', mixed('d1-late', 200, 0.5), sender.id);
    await waitUntil('all others are accepted', () => open.recipients.size === 100);
    expect(closed.attempts.length).toBeLessThanOrEqual(30);
    expect(await destinationOf(sender.id, 'closed.example')).toMatchObject({ state: 'quarantined', code: '5.7.26' });
    await world.all.post(`/campaigns/${id}/cancel`).expect(200);
  });

  it('D2 is stopped by its bounce messages, too, and no other', async () => {
    closed.set({ notice: { reply: UNAUTHENTICATED, afterMs: 200 } });
    farm.onNotice = (notice) => {
      const call = world.all.post('/feedback/message').set('Content-Type', 'message/rfc822').send(notice.toString());
      void call.then(({ status }) => {
        expect(status).toBe(200);
      });
    };
    const sender = await world.given.sender({ url: farm.url });
    const accepted = 15;
    await campaignTo('d2-first', mixed('d2-first', 2 * accepted, 0.5), sender.id);
    const isStopped = async (): Promise<boolean> =>
      (await destinationOf(sender.id, 'closed.example'))?.['state'] === 'quarantined';
    await waitUntil('its bounce messages have stopped it', isStopped);
    const id = await campaignTo('d2', mixed('d2', 600, 0.33), sender.id);
    await waitUntil('all others are accepted', () => open.recipients.size === accepted + 402);
    expect(closed.accepted.length).toBeLessThanOrEqual(accepted + PROBES);
    expect(await destinationOf(sender.id, 'closed.example')).toMatchObject({
      state: 'quarantined',
      changes: [expect.objectContaining({ reason: expect.stringContaining('by bounce messages') })],
    });
    expect(['working', 'paused']).toContain(await statusOf(id));
    await world.all.post(`/campaigns/${id}/cancel`).expect(200);
  });

  it('D1 shows why emails of a funnel wait, and ends them after two days', async () => {
    closed.block(UNAUTHENTICATED);
    const sender = await world.given.sender({ url: farm.url });
    const funnel = await world.given.publishedFunnel({
      settings: { mailer_settings: { sender_id: sender.id } },
      sequences: [
        { action_name: 'send_custom_email', settings: { email_subject: 'Welcome', email_body: '<p>Hi</p>' } },
      ],
    });
    const contacts: number[] = [];
    for (let index = 0; index < 12; index += 1) {
      const provider = index === 0 ? open : closed;
      contacts.push((await world.given.contact({ email: provider.addressOf(`d1-funnel-${index}`, index) })).id);
    }
    await world.all.post(`/funnels/${funnel.id}/subscribers`).send({ subscribers: contacts }).expect(200);
    const emails = async (): Promise<{ status?: string; reason?: string | null }[]> => {
      const traces = contacts.map((id) => world.all.get(`/funnels/${funnel.id}/subscribers/${id}/trace`).expect(200));
      return (await Promise.all(traces)).map(({ body }) => body.trace[0].email ?? {});
    };
    const refused = 'closed.example refuses emails (5.7.26). Make SPF and DKIM pass';
    await waitUntil('all waiting emails show the reason', async () =>
      (await emails()).slice(1).every(({ status, reason }) => status === 'pending' && reason?.startsWith(refused)),
    );
    expect((await emails())[0]).toMatchObject({ status: 'sent', reason: null });

    // As if all this happened three days ago. Publishing tests the provider at once.
    await world.db.transaction(async (tx) => {
      await tx.execute(
        `UPDATE email_messages SET created_at = NOW(3) - INTERVAL 3 DAY WHERE source_type = 'funnel' AND source_id = :id`,
        { id: funnel.id },
      );
      await tx.execute('UPDATE sender_destinations SET changed_at = NOW(3) - INTERVAL 3 DAY WHERE sender_id = :id', {
        id: sender.id,
      });
    });
    await world.all.put(`/funnels/${funnel.id}/status`).send({ status: 'published' }).expect(200);
    await waitUntil('they end', async () => (await emails()).slice(1).every(({ status }) => status === 'failed'));
    closed.heal();
    await world.settle();
    expect((await emails()).slice(1).every(({ reason }) => reason?.startsWith(refused))).toBe(true);
    const failed = await world.db.query(
      `SELECT JSON_VALUE(data, '$.contact_id') + 0 AS id FROM domain_events
        WHERE type = 'email.failed' AND JSON_VALUE(data, '$.funnel_id') = :id ORDER BY id`,
      { id: funnel.id },
    );
    expect(failed).toEqual(contacts.slice(1).map((id) => ({ id })));
    expect(closed.accepted).toEqual([]);
  });

  it('D3 and a used-up daily cap hold back no confirmation', async () => {
    const sender = await world.given.sender({ url: farm.url, daily_cap: 5, from_email: 'news@shop.example' });
    const addresses = Array.from({ length: 20 }, (_, index) => open.addressOf(`d3-${index + 1}`, index));
    const id = await campaignTo('d3', addresses, sender.id);
    await waitUntil('the cap is used up', () => open.accepted.length === 5);
    const address = farm.provider('other').addressOf('newcomer', 1);
    await world.all.post('/subscribers').send({ email: address, status: 'pending', double_optin: true }).expect(200);
    await waitUntil('the confirmation arrives', () => farm.provider('other').recipients.has(address));
    expect(open.accepted).toHaveLength(5);
    await world.all.post(`/campaigns/${id}/cancel`).expect(200);
  });
});
