import { ManagersService } from '../../../src/modules/auth/managers/managers.service.js';
import { FeedbackService } from '../../../src/modules/feedback/feedback.service.js';
import type { GivenContact } from '../../support/given.js';
import { SmtpSink } from '../../support/smtp-sink.js';
import { waitUntil } from '../../support/wait-until.js';
import { World } from '../../support/world.js';

const BODY = 'Hello {{ contact.first_name }} <a href="{{ unsubscribe_url }}">no</a>';
const ADDRESS = 'zenobia@readers.example';

interface MailRow {
  readonly id: number;
  readonly contact_id: number | null;
  readonly email: string | null;
  readonly subject: string | null;
  readonly state: string;
  readonly reason: string | null;
}

describe('emails whose recipient is erased', () => {
  let world: World;
  let sink: SmtpSink;
  beforeAll(async () => {
    sink = await SmtpSink.start();
    world = await World.start({ env: { SMTP_URL: sink.url } });
  });
  beforeEach(() => {
    sink.reset();
  });

  const reader = (wanted: Record<string, unknown> = {}): Promise<GivenContact> =>
    world.given.contact({ email: ADDRESS, first_name: 'Zenobia', ...wanted });
  const erase = ({ id }: GivenContact, mode: string) =>
    world.all.post(`/subscribers/${id}/erase`).send({ mode }).expect(200);
  const mailOf = async (campaign: number): Promise<MailRow | undefined> =>
    (
      await world.db.query<MailRow>(
        `SELECT id, contact_id, email, subject, state, reason FROM email_messages
          WHERE source_type = 'campaign' AND source_id = :campaign`,
        { campaign },
      )
    )[0];
  const events = async (type: string, mail: number | undefined): Promise<string[]> =>
    (
      await world.db.query<{ data: string }>(
        'SELECT data FROM domain_events WHERE type = :type AND subject_id = :messageId',
        { type, messageId: mail ?? 0 },
      )
    ).map(({ data }) => data);
  async function startSending(contact: Record<string, unknown>): Promise<{ contact: GivenContact; campaign: number }> {
    const list = await world.given.list();
    const made = await reader({ ...contact, lists: [list.id] });
    const { id } = await world.given.campaign({
      ...{ email_subject: 'For {{ contact.first_name }}', email_body: BODY, lists: [list.id] },
    });
    await world.all.post(`/campaigns/${id}/send`).expect(200);
    return { contact: made, campaign: id };
  }

  // The first test, so that no connection exists yet.
  it('are not sent if they were claimed but not yet submitted', async () => {
    // Longer than a claim counts as fresh.
    sink.behave({ delay: { greeting: 1_500 } });
    const { contact, campaign } = await startSending({});
    await waitUntil('the email is claimed', async () => (await mailOf(campaign))?.state === 'sending');
    await erase(contact, 'anonymize');
    await world.settle();
    const mail = await mailOf(campaign);
    // After its release it meets either the next claim or the sweep of the erasure.
    expect(['skipped', 'cancelled']).toContain(mail?.state);
    expect(mail).toMatchObject({ email: null, subject: null });
    expect(sink.recipientsSeen).toEqual([]);
    expect(await events('email.sent', mail?.id)).toEqual([]);
  });

  it.each(['anonymize', 'delete'])(
    'arrive if they were being submitted, and are counted without personal data (%s)',
    async (mode) => {
      sink.behave({ delay: { data: 1_500 } });
      const { contact, campaign } = await startSending({ email: `${mode}.${ADDRESS}` });
      // The row is claimed before the server sees the message, and until then it may still be released.
      await waitUntil('the email is being submitted', () => sink.recipientsSeen.length > 0);
      await erase(contact, mode);
      await world.settle();
      const mail = await mailOf(campaign);
      expect(sink.messages).toHaveLength(1);
      expect(mail).toMatchObject({ state: 'sent', email: null, subject: null, reason: null });
      expect(mail?.contact_id).toBe(mode === 'delete' ? null : contact.id);
      const [sent, ...others] = await events('email.sent', mail?.id);
      expect(others).toEqual([]);
      expect(sent).not.toMatch(/zenobia/i);
    },
  );

  it('are not sent if they were deferred, and the campaign ends', async () => {
    sink.behave({ recipients: () => ({ code: 451, text: `4.3.0 <${ADDRESS}> come again` }) });
    const { contact, campaign } = await startSending({});
    await waitUntil('the email is deferred', async () => (await mailOf(campaign))?.state === 'deferred');
    await erase(contact, 'anonymize');
    await world.settle();
    expect(await mailOf(campaign)).toMatchObject({ state: 'cancelled', email: null, reason: null });
    await waitUntil(
      'the campaign is sent',
      async () => (await world.all.get(`/campaigns/${campaign}`)).body.campaign.status === 'sent',
    );
    const { body } = await world.all.get(`/campaigns/${campaign}/status`).expect(200);
    expect(body.stat.filter(({ total }: { total: number }) => total > 0)).toEqual([
      expect.objectContaining({ status: 'cancelled', total: 1 }),
    ]);
  });

  it('bounce without a diagnostic text that names the recipient', async () => {
    const { contact, campaign } = await startSending({});
    await world.settle();
    await erase(contact, 'anonymize');
    await world.settle();
    const mail = await mailOf(campaign);
    const outcome = await world.api.get(FeedbackService, { strict: false }).report({
      ...{ provider: 'generic', eventKey: 'late', kind: 'bounce', bounceType: 'hard', code: '5.1.1', at: null },
      ...{ diagnostic: `550 5.1.1 <${ADDRESS}> is unknown`, emailId: mail?.id ?? 0 },
    });
    expect(outcome).toBe('applied');
    expect(await mailOf(campaign)).toMatchObject({ state: 'bounced', email: null, reason: null });
    const [bounced] = await events('email.bounced', mail?.id);
    expect(bounced).not.toMatch(/zenobia/i);
    expect(JSON.parse(bounced ?? '{}')).toMatchObject({
      email: { bounce_type: 'hard', code: '5.1.1', diagnostic: null },
    });
  });

  it('are not mentioned in staff notifications about the recipient', async () => {
    const username = 'boss';
    await world.api
      .get(ManagersService, { strict: false })
      .create({ username, email: 'boss@house.example', role: 'manager', permissions: ['view_contacts'] });
    const contact = await reader();
    const settings = { username, email_subject: 'New', email_body: 'See {{ contact.first_name }}' };
    const funnel = await world.given.publishedFunnel({ sequences: [{ action_name: 'notify_manager', settings }] });
    await world.all
      .post(`/funnels/${funnel.id}/subscribers`)
      .send({ subscribers: [contact.id] })
      .expect(200);
    await world.settle();
    const notices = (): Promise<unknown[]> =>
      world.db.query(`SELECT id FROM email_contents WHERE html LIKE '%Zenobia%'`);
    expect(await notices()).toHaveLength(1);
    await erase(contact, 'delete');
    await world.settle();
    expect(await notices()).toEqual([]);
  });
});
