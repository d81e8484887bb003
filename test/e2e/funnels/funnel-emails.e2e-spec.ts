import { UNTIL_DONE } from '../../../src/platform/work/periodic.js';
import { StaffNotifications } from '../../../src/modules/system-emails/notices/staff-notifications.service.js';
import { RestoreService } from '../../../src/modules/sending/restore/restore.service.js';
import { ManagersService } from '../../../src/modules/auth/managers/managers.service.js';
import type { GivenFunnel } from '../../support/given.js';
import { SmtpSink, type SinkMessage } from '../../support/smtp-sink.js';
import { World } from '../../support/world.js';

const BODY = '<p>Hi {{ contact.first_name }}</p><p><a href="{{ unsubscribe_url }}">Out</a></p>';

const mail = (settings: Record<string, unknown> = {}) => ({
  action_name: 'send_custom_email',
  settings: { email_subject: 'Welcome, {{ contact.first_name }}', email_body: BODY, ...settings },
});
const notice = (settings: Record<string, unknown>) => ({ action_name: 'notify_manager', settings });

describe('emails of a funnel', () => {
  let world: World;
  let sink: SmtpSink;
  beforeAll(async () => {
    sink = await SmtpSink.start();
    world = await World.start({ env: { SMTP_URL: sink.url, MAIL_FROM: 'Carillon <news@carillon.example>' } });
  });
  beforeEach(() => {
    sink.reset();
  });

  const add = async (funnel: { id: number }, ...subscribers: number[]): Promise<void> => {
    await world.all.post(`/funnels/${funnel.id}/subscribers`).send({ subscribers }).expect(200);
    await world.settle();
  };
  const through = async (sequences: unknown[], ...subscribers: number[]): Promise<GivenFunnel> => {
    const funnel = await world.given.publishedFunnel({ sequences });
    await add(funnel, ...subscribers);
    return funnel;
  };
  const traceOf = async (funnel: { id: number }, contactId: number) =>
    (await world.all.get(`/funnels/${funnel.id}/subscribers/${contactId}/trace`).expect(200)).body.trace;
  const sentTo = (address: string): SinkMessage[] => sink.messages.filter(({ envelope }) => envelope.to[0] === address);
  const manager = async (email: string | null): Promise<string> => {
    const username = `staff-${Math.random().toString(36).slice(2)}`;
    await world.api
      .get(ManagersService, { strict: false })
      .create({ username, email, role: 'manager', permissions: ['view_contacts'] });
    return username;
  };

  it('are sent once each, rendered for the recipient, and their events name the funnel and step', async () => {
    const ada = await world.given.contact({ first_name: 'Ada' });
    const bob = await world.given.contact({ first_name: 'Bob' });
    const funnel = await through([mail(), mail({ email_subject: 'Second' })], ada.id, bob.id);
    const [first, second] = funnel.sequences;

    expect(sink.messages).toHaveLength(4);
    const subjects = await Promise.all(sentTo(ada.email).map(async (message) => (await message.parsed()).subject));
    expect(subjects.sort()).toEqual(['Second', 'Welcome, Ada']);
    const [message] = sentTo(bob.email);
    expect(await message?.header('List-Unsubscribe')).toContain('/t/u/');
    expect((await message?.parsed())?.html).toContain('/t/o/');

    const { body } = await world.all.get('/events?types[]=email.sent&per_page=100').expect(200);
    const sent = body.events
      .map(({ data }: { data: { email: Record<string, unknown> } }) => data.email)
      .filter((email: { funnel_id: number }) => email.funnel_id === funnel.id);
    expect(
      sent
        .map(({ contact_id, campaign_id, sequence_id }: Record<string, unknown>) => [
          contact_id,
          campaign_id,
          sequence_id,
        ])
        .sort(),
    ).toEqual([ada, bob].flatMap(({ id }) => [first, second].map((step) => [id, null, step?.id])).sort());
    expect(await traceOf(funnel, ada.id)).toMatchObject([
      { sequence_id: first?.id, status: 'done', email: { status: 'sent' } },
      { sequence_id: second?.id, status: 'done', email: { status: 'sent' } },
    ]);
  });

  it('print dates in the time zone of the funnel, as other texts do, unless the campaign has its own', async () => {
    const at = '{{ "2026-06-30 22:30:00" | date: "%d. %H:%M" }}';
    const campaignWith = async (timezone: string | null): Promise<Record<string, unknown>> => {
      const { id } = await world.given.campaign({ email_subject: at, email_body: '<p>x</p>', settings: { timezone } });
      return { action_name: 'send_campaign_email', settings: { campaign_id: id } };
    };
    const note = { action_name: 'add_contact_note', settings: { title: at, description: 'x' } };
    const contact = await world.given.contact();
    const funnel = await world.given.publishedFunnel({
      settings: { timezone: 'America/New_York' },
      sequences: [mail({ email_subject: at }), await campaignWith(null), await campaignWith('Asia/Tokyo'), note],
    });
    await add(funnel, contact.id);
    const subjects = await Promise.all(sink.messages.map(async (message) => (await message.parsed()).subject));
    expect(subjects.sort()).toEqual(['01. 07:30', '30. 18:30', '30. 18:30']);
    const { body } = await world.all.get(`/subscribers/${contact.id}/notes`).expect(200);
    expect(JSON.stringify(body)).toContain('"30. 18:30"');
    await world.all
      .put(`/funnels/${funnel.id}`)
      .send({ settings: { timezone: 'Mars' } })
      .expect(400);
  });

  it('share one content in the ledger', async () => {
    const people = [await world.given.contact(), await world.given.contact()];
    const funnel = await world.given.publishedFunnel({ sequences: [mail({ email_subject: 'Only one content' })] });
    for (const { id } of people) await add(funnel, id);
    expect(await world.db.query("SELECT id FROM email_contents WHERE subject = 'Only one content'")).toHaveLength(1);
    expect(sink.messages).toHaveLength(2);
  });

  it('are skipped for contacts that are not subscribed, and the trace shows it', async () => {
    const left = await world.given.contact({ status: 'unsubscribed' });
    const asked = await world.given.contact({ status: 'pending' });
    const funnel = await world.given.publishedFunnel({
      sequences: [mail()],
      settings: { exit_on_unsubscribe: 'no' },
    });
    await add(funnel, left.id, asked.id);
    expect(sink.messages).toHaveLength(0);
    expect(await traceOf(funnel, left.id)).toMatchObject([
      { status: 'skipped', detail: 'contact_unsubscribed', email: null },
    ]);
    expect(await traceOf(funnel, asked.id)).toMatchObject([
      { status: 'skipped', detail: 'contact_pending', email: null },
    ]);
  });

  it('use the sender of the step, else of the funnel, else the default, in one sending', async () => {
    const other = await SmtpSink.start();
    const sender = await world.given.sender({ url: other.url, from_email: 'shop@example.com', from_name: 'The shop' });
    const contact = await world.given.contact();
    const funnel = await world.given.publishedFunnel({
      settings: { mailer_settings: { from_email: 'shop@example.com', reply_to_email: 'help@example.com' } },
      sequences: [
        mail({ email_subject: 'Of the funnel' }),
        mail({ email_subject: 'Of the step', mailer_settings: { from_name: 'Ada of the shop' } }),
      ],
    });
    await add(funnel, contact.id);
    const heads = await Promise.all(
      other.messages.map(async (message) => {
        const { subject, from, replyTo } = await message.parsed();
        return [subject, from?.name, from?.address, replyTo?.[0]?.address];
      }),
    );
    expect(heads.sort()).toEqual([
      ['Of the funnel', 'The shop', 'shop@example.com', 'help@example.com'],
      ['Of the step', 'Ada of the shop', 'shop@example.com', 'help@example.com'],
    ]);
    const refused = await world.all
      .post('/funnels')
      .send({
        title: 'Two senders',
        trigger_name: 'custom_two',
        sequences: [mail({ mailer_settings: { from_email: 'shop@example.com' } })],
      })
      .expect(400);
    expect(refused.body.data.params).toEqual({
      'sequences.0.settings.mailer_settings.from_email': 'must belong to the sender of the funnel',
    });
    await world.all.delete(`/senders/${sender.id}`).expect(400);
    await other.stop();
  });

  it('wait in the ledger while the sending is held, and leave when it resumes', async () => {
    const contact = await world.given.contact();
    const later = await world.given.contact();
    const funnel = await through([mail()], contact.id);
    const status = (to: string) => world.all.put(`/funnels/${funnel.id}/status`).send({ status: to }).expect(200);
    await status('paused');
    // As if the funnel had been paused between the step and the sending.
    await world.db.transaction((tx) =>
      tx.execute("UPDATE funnels SET status = 'published', revision = revision + 1 WHERE id = :id", { id: funnel.id }),
    );
    await add(funnel, later.id);
    expect(await traceOf(funnel, later.id)).toMatchObject([{ status: 'done', email: { status: 'pending' } }]);
    expect(sentTo(later.email)).toHaveLength(0);
    await status('published');
    await world.settle();
    expect(sentTo(later.email)).toHaveLength(1);
  });

  it('stay held after the restore of a backup, until it is accepted and the funnel is published', async () => {
    const contact = await world.given.contact();
    const going = await through([mail()], contact.id);
    const paused = await through([mail()], contact.id);
    const status = (of: { id: number }, to: string) =>
      world.all.put(`/funnels/${of.id}/status`).send({ status: to }).expect(200);
    const flows = async (): Promise<string[]> =>
      Promise.all(
        [going, paused].map(async ({ id }) => {
          const [row] = await world.db.query<{ state: string }>(
            "SELECT state FROM sendings WHERE source_type = 'funnel' AND source_id = :id",
            { id },
          );
          return row!.state;
        }),
      );
    // As a worker does when it detects the restore.
    await world.db.transaction(async (tx) => {
      await tx.execute("INSERT IGNORE INTO sending_beats (id, series, number) VALUES (1, 'FUNNELS', 0)");
      await tx.execute('UPDATE sending_beats SET restored_at = NOW(3)');
      await tx.execute("UPDATE sendings SET state = 'held' WHERE state = 'open'");
    });
    await status(going, 'paused');
    await status(going, 'published');
    await status(paused, 'paused');
    expect(await flows()).toEqual(['held', 'held']);

    await world.api.get(RestoreService, { strict: false }).accept();
    expect(await flows()).toEqual(['open', 'held']);
    await status(paused, 'published');
    expect(await flows()).toEqual(['open', 'open']);
  });

  describe('with the content of a campaign', () => {
    const step = (id: number) => ({ action_name: 'send_campaign_email', settings: { campaign_id: id } });

    it('use the current content of the campaign, with its attachments', async () => {
      const contact = await world.given.contact();
      const later = await world.given.contact();
      const campaign = await world.given.campaign({
        email_subject: 'From the campaign',
        email_body: BODY,
        attachments: [{ filename: 'a.txt', content_type: 'text/plain', content_base64: 'YQ==' }],
      });
      const funnel = await through([step(campaign.id)], contact.id);
      await world.all.put(`/campaigns/${campaign.id}`).send({ email_subject: 'Changed since' }).expect(200);
      await add(funnel, later.id);
      const [one, two] = await Promise.all(sink.messages.map((message) => message.parsed()));
      expect([one?.subject, two?.subject]).toEqual(['From the campaign', 'Changed since']);
      expect(one?.attachments.map(({ filename }) => filename)).toEqual(['a.txt']);
    });

    it('are skipped if the campaign is deleted or not ready to send', async () => {
      const contact = await world.given.contact();
      const campaign = await world.given.campaign({ email_subject: 'Without a body', email_body: '' });
      const funnel = await through([step(campaign.id)], contact.id);
      expect(await traceOf(funnel, contact.id)).toMatchObject([{ status: 'failed', detail: 'content_not_ready' }]);
      await world.all.delete(`/campaigns/${campaign.id}`).expect(200);
      const later = await world.given.contact();
      await add(funnel, later.id);
      expect(await traceOf(funnel, later.id)).toMatchObject([{ status: 'failed', detail: 'campaign_deleted' }]);
      expect(sink.messages).toHaveLength(0);
    });
  });

  describe('to a manager', () => {
    it('name each contact, and escape its values', async () => {
      const username = await manager('boss@house.example');
      const name = '<b>{{ contact.email }}</b>{% raw %}';
      const contact = await world.given.contact({ first_name: name });
      const funnel = await world.given.publishedFunnel({
        sequences: [
          notice({
            username,
            email_subject: 'New: {{ contact.first_name }}',
            email_body: '<p>{{ contact.first_name }} paid {{ trigger.sum }}</p><style>a{color:red}</style>',
          }),
        ],
      });
      await world.all
        .post(`/triggers/${funnel.trigger_name}`)
        .send({ contact_id: contact.id, payload: { sum: '{{ 7 | times: 6 }}' } })
        .expect(200);
      await world.settle();

      expect(sink.messages).toHaveLength(1);
      const [message] = sentTo('boss@house.example');
      const { subject, html, text } = await message!.parsed();
      expect(subject).toBe(`New: ${name}`);
      expect(html).toContain('&lt;b&gt;{{ contact.email }}&lt;/b&gt;{% raw %} paid {{ 7 | times: 6 }}');
      expect(text?.trim()).toBe(`${name} paid {{ 7 | times: 6 }}`);
      expect(html).not.toMatch(/\/t\/[oc]\//);
      expect(await message?.header('List-Unsubscribe')).toBeUndefined();
      expect(await message?.header('Auto-Submitted')).toBe('auto-generated');
    });

    it('have a subject of at most 500 characters', async () => {
      const username = await manager('long@house.example');
      const contact = await world.given.contact({ first_name: 'Ada'.repeat(60) });
      const subject = '{{ contact.first_name }}'.repeat(3);
      await through([notice({ username, email_subject: subject, email_body: '<p>x</p>' })], contact.id);
      const [message] = sentTo('long@house.example');
      expect((await message!.parsed()).subject).toBe('Ada'.repeat(180).slice(0, 500));
    });

    it('cause no contact event, and are no email of the contact', async () => {
      const username = await manager('quiet@house.example');
      const contact = await world.given.contact();
      await through([notice({ username, email_subject: 'Quiet', email_body: '<p>Quiet</p>' })], contact.id);
      expect(sentTo('quiet@house.example')).toHaveLength(1);
      const { body } = await world.all.get('/events?types[]=email.sent&per_page=1000').expect(200);
      expect(JSON.stringify(body)).not.toContain('quiet@house.example');
      expect(await world.db.query('SELECT id FROM email_messages WHERE contact_id = :id', { id: contact.id })).toEqual(
        [],
      );
    });

    it('are not sent without an address, or to a manager who was disabled before the sending', async () => {
      const contact = await world.given.contact();
      const nameless = await manager(null);
      const text = { email_subject: 'A notice', email_body: '<p>x</p>' };
      const funnel = await through([notice({ username: nameless, ...text })], contact.id);
      expect(await traceOf(funnel, contact.id)).toMatchObject([{ status: 'failed', detail: 'manager_has_no_address' }]);

      const username = await manager('gone@house.example');
      await world.db.transaction((tx) =>
        tx.execute("UPDATE sendings SET state = 'held' WHERE source_id = 3 AND source_type = 'single'"),
      );
      await through([notice({ username, ...text })], contact.id);
      await world.api.get(ManagersService, { strict: false }).disable(username);
      await world.db.transaction((tx) =>
        tx.execute("UPDATE sendings SET state = 'open' WHERE source_id = 3 AND source_type = 'single'"),
      );
      await world.settle();
      expect(sink.messages).toHaveLength(0);
      expect(
        await world.db.query("SELECT state, reason FROM email_messages WHERE email = 'gone@house.example'"),
      ).toEqual([{ state: 'skipped', reason: 'manager_gone' }]);
    });

    it('are refused after a hard bounce, without effect on contacts', async () => {
      const username = await manager('full@house.example');
      const contact = await world.given.contact();
      sink.behave({ recipients: { 'full@house.example': { code: 550, text: '5.1.1 No such user' } } });
      await through([notice({ username, email_subject: 'Bounces', email_body: '<p>x</p>' })], contact.id);
      sink.behave({});
      expect(
        await world.db.query("SELECT state, contact_id FROM email_messages WHERE email = 'full@house.example'"),
      ).toEqual([{ state: 'bounced', contact_id: null }]);
      const { body } = await world.all.get(`/subscribers/${contact.id}`).expect(200);
      expect(body.subscriber.status).toBe('subscribed');
    });

    it('are deleted with their content a day after they were sent', async () => {
      const username = await manager('short@house.example');
      const contact = await world.given.contact({ first_name: 'Forgettable' });
      const text = { email_subject: '{{ contact.first_name }}', email_body: '<p>{{ contact.first_name }}</p>' };
      await through([notice({ username, ...text })], contact.id);
      const retention = world.worker!.get(StaffNotifications, { strict: false });
      const kept = () => world.db.query("SELECT id FROM email_contents WHERE html LIKE '%Forgettable%'");
      await retention.remove(UNTIL_DONE);
      expect(await kept()).toHaveLength(1);
      await world.db.transaction((tx) =>
        tx.execute(
          "UPDATE email_messages SET settled_at = NOW(3) - INTERVAL 25 HOUR WHERE email = 'short@house.example'",
        ),
      );
      await retention.remove(UNTIL_DONE);
      expect(await kept()).toHaveLength(0);
      expect(await world.db.query("SELECT id FROM email_messages WHERE email = 'short@house.example'")).toHaveLength(0);
    });

    it('are deleted even if their delivery is unknown', async () => {
      const username = await manager('doubt@house.example');
      const contact = await world.given.contact({ first_name: 'Doubtful' });
      await through(
        [notice({ username, email_subject: 'x', email_body: '<p>{{ contact.first_name }}</p>' })],
        contact.id,
      );
      await world.db.transaction((tx) =>
        tx.execute(
          `UPDATE email_messages SET state = 'unknown', settled_at = NULL, updated_at = NOW() - INTERVAL 25 HOUR
            WHERE email = 'doubt@house.example'`,
        ),
      );
      await world.worker!.get(StaffNotifications, { strict: false }).remove(UNTIL_DONE);
      expect(await world.db.query("SELECT id FROM email_contents WHERE html LIKE '%Doubtful%'")).toEqual([]);
    });
  });
});
