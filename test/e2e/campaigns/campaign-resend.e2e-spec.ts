import { CampaignCompletion } from '../../../src/modules/campaigns/sending/campaign-completion.service.js';
import { CampaignEnrollment } from '../../../src/modules/campaigns/sending/campaign-enrollment.service.js';
import { SendingCounters } from '../../../src/modules/sending/counters/sending-counters.js';
import { World } from '../../support/world.js';

const CONTENT = {
  email_subject: 'Spring',
  email_pre_header: 'Hello',
  email_body: '<a href="{{ unsubscribe_url }}">bye</a>',
  design_template: 'plain',
};

describe('sending a campaign again', () => {
  let world: World;
  beforeAll(async () => {
    // No worker changes the ledger that the test writes.
    world = await World.start({ worker: false, env: { SMTP_URL: 'smtp://127.0.0.1:1' } });
  });

  const enrollment = (): CampaignEnrollment => world.api.get(CampaignEnrollment, { strict: false });
  const completion = (): CampaignCompletion => world.api.get(CampaignCompletion, { strict: false });

  async function enrol(id: number): Promise<void> {
    while (await enrollment().enrollNextChunk(id));
  }

  const emailsOf = (id: number) =>
    world.db.query<{ id: number; email: string; state: string }>(
      `SELECT id, email, state FROM email_messages WHERE source_type = 'campaign' AND source_id = :id ORDER BY email`,
      { id },
    );

  /** A finished campaign in which each email has the state that its address names. */
  async function finished(): Promise<number> {
    const [list, other] = [await world.given.list(), await world.given.list()];
    const states = ['sent', 'opened', 'failed', 'bounced', 'complained', 'skipped'];
    for (const fate of states) await world.given.contact({ email: `${fate}-${list.id}@example.com`, lists: [list.id] });
    const { id } = await world.given.campaign({
      ...CONTENT,
      title: `Parent ${list.id}`,
      settings: {
        subscribers: [{ list: list.id }],
        excludedSubscribers: [{ list: other.id }],
        open_tracker: false,
        mailer_settings: { from_name: 'Ada', from_email: 'ada@example.com' },
      },
    });
    await world.all.post(`/campaigns/${id}/send`).expect(200);
    await enrol(id);
    await world.db.transaction(async (tx) => {
      for (const fate of states)
        await tx.execute(
          `UPDATE email_messages SET state = :state, settled_at = NOW(3), first_human_open_at = IF(:fate = 'opened', NOW(3), NULL)
            WHERE source_type = 'campaign' AND source_id = :id AND email LIKE CONCAT(:fate, '-%')`,
          { id, fate, state: fate === 'opened' ? 'sent' : fate },
        );
    });
    expect(await completion().finishIfDone(id)).toBe(true);
    return id;
  }

  it('creates a draft to recipients who did not open it, determined when it is sent', async () => {
    const parent = await finished();
    const { body } = await world.all
      .post(`/campaigns/${parent}/resend-unopened`)
      .send({ email_subject: 'Spring, once more' })
      .expect(200);
    const child = body.campaign;
    expect(child).toMatchObject({
      title: expect.stringMatching(/^\[Resend unopened\] Parent/),
      status: 'draft',
      parent_id: parent,
      recipients_count: 0,
      email_subject: 'Spring, once more',
      email_pre_header: 'Hello',
      email_body: CONTENT.email_body,
      design_template: 'plain',
      settings: {
        sending_filter: 'resend',
        resend: { of: parent, kind: 'unopened' },
        subscribers: [],
        excludedSubscribers: [],
        open_tracker: false,
        mailer_settings: { from_name: 'Ada', from_email: 'ada@example.com' },
      },
    });
    const estimate = await world.all.get(`/campaigns/${child.id}/estimated-recipients-count`).expect(200);
    expect(estimate.body.estimated_count).toBe(1);

    // A contact who opens it in the meantime does not get it again.
    const late = await finished();
    const second = (await world.all.post(`/campaigns/${late}/resend-unopened`).expect(200)).body.campaign;
    await world.db.transaction((tx) =>
      tx.execute(
        `UPDATE email_messages SET first_human_open_at = NOW(3) WHERE source_type = 'campaign' AND source_id = :late`,
        { late },
      ),
    );
    const refused = await world.all.post(`/campaigns/${second.id}/send`).expect(400);
    expect(refused.body.data.params).toEqual({ 'settings.resend': 'must match at least one subscribed contact' });

    await world.all.post(`/campaigns/${child.id}/send`).expect(200);
    await enrol(child.id);
    expect((await emailsOf(child.id)).map(({ email }) => email)).toEqual([expect.stringMatching(/^sent-/)]);
  });

  it('creates a draft to recipients whose email failed, without bounces', async () => {
    const parent = await finished();
    const { body } = await world.all.post(`/campaigns/${parent}/resend-failed`).expect(200);
    expect(body.campaign).toMatchObject({
      parent_id: parent,
      email_subject: 'Spring',
      settings: { resend: { of: parent, kind: 'failed' } },
    });
    await world.all.post(`/campaigns/${body.campaign.id}/send`).expect(200);
    await enrol(body.campaign.id);
    expect((await emailsOf(body.campaign.id)).map(({ email }) => email)).toEqual([expect.stringMatching(/^failed-/)]);
  });

  it('does not repeat an A/B test', async () => {
    const id = await finished();
    const test = {
      variants: [
        { key: 'a', weight: 50 },
        { key: 'b', weight: 50, subject: 'Other' },
      ],
      metric: 'opens',
    };
    await world.db.transaction((tx) =>
      tx.execute(
        `UPDATE campaigns SET settings = JSON_SET(settings, '$.ab_test', JSON_EXTRACT(:test, '$')) WHERE id = :id`,
        {
          id,
          test: JSON.stringify(test),
        },
      ),
    );
    const { body } = await world.all.post(`/campaigns/${id}/resend-unopened`).expect(200);
    expect(body.campaign.settings.ab_test).toBeNull();
  });

  it('has no recipients in a duplicate, and cannot be set by a write', async () => {
    const parent = await finished();
    const child = (await world.all.post(`/campaigns/${parent}/resend-failed`).expect(200)).body.campaign;
    const copy = (await world.all.post(`/campaigns/${child.id}/duplicate`).expect(200)).body.campaign;
    expect(copy).toMatchObject({ parent_id: null, settings: { sending_filter: 'list_tag', resend: null } });

    // A read value can be written back unchanged.
    const { settings } = child;
    const same = await world.all
      .put(`/campaigns/${child.id}`)
      .send({ settings: { ...settings, resend: { of: 1, kind: 'unopened' } } })
      .expect(200);
    expect(same.body.campaign.settings.resend).toEqual({ of: parent, kind: 'failed' });
    await world.all
      .put(`/campaigns/${copy.id}`)
      .send({ settings: { sending_filter: 'resend' } })
      .expect(400);
  });

  it('is refused for an unfinished, cancelled, or never started campaign', async () => {
    const draft = await world.given.campaign(CONTENT);
    const words = 'Campaign cannot be resent in current status.';
    expect((await world.all.post(`/campaigns/${draft.id}/resend-unopened`).expect(400)).body.message).toBe(words);

    const parent = await finished();
    await world.all.post(`/campaigns/${parent}/archive`).expect(200);
    await world.all.post(`/campaigns/${parent}/resend-failed`).expect(200);

    const list = await world.given.list();
    await world.given.contact({ lists: [list.id] });
    const cancelled = await world.given.campaign({ ...CONTENT, lists: [list.id] });
    await world.all.post(`/campaigns/${cancelled.id}/send`).expect(200);
    expect((await world.all.post(`/campaigns/${cancelled.id}/resend-failed`).expect(400)).body.message).toBe(words);
    await world.all.post(`/campaigns/${cancelled.id}/cancel`).expect(200);
    expect((await world.all.post(`/campaigns/${cancelled.id}/resend-failed`).expect(400)).body.message).toBe(words);
    await world.all.post('/campaigns/999999/resend-failed').expect(404);
    await world.all.post(`/campaigns/${parent}/resend-failed`).send({ email_subject: 'a\r\nBcc: b' }).expect(400);
  });

  describe('emails in doubt', () => {
    async function withUnknown(count: number): Promise<{ id: number; emailIds: number[] }> {
      const list = await world.given.list();
      for (let made = 0; made < count; made += 1) await world.given.contact({ lists: [list.id] });
      const { id } = await world.given.campaign({ ...CONTENT, lists: [list.id] });
      await world.all.post(`/campaigns/${id}/send`).expect(200);
      await enrol(id);
      await world.db.transaction(async (tx) => {
        await tx.execute(
          `UPDATE email_messages SET state = 'unknown', sending_at = NOW(3) WHERE source_type = 'campaign' AND source_id = :id`,
          { id },
        );
        await world.api
          .get(SendingCounters, { strict: false })
          .change(tx, { type: 'campaign', id }, { unknown: count });
      });
      return { id, emailIds: (await emailsOf(id)).map((mail) => mail.id) };
    }

    it('are listed, and resolved one by one by a manager', async () => {
      const { id, emailIds } = await withUnknown(3);
      const listed = await world.all.get(`/campaigns/${id}/emails?status=unknown`).expect(200);
      expect(listed.body.emails.data).toHaveLength(3);
      const settle = (mail: number, as: string) =>
        world.all.post(`/campaigns/${id}/emails/${mail}/settle`).send({ as });
      const answer = await settle(emailIds[0]!, 'sent').expect(200);
      expect(answer.body).toEqual({ message: 'Emails have been settled.', settled: 1 });
      await settle(emailIds[1]!, 'failed').expect(200);
      await settle(emailIds[2]!, 'resend').expect(200);
      const states = new Map((await emailsOf(id)).map((mail) => [mail.id, mail.state]));
      expect(emailIds.map((mail) => states.get(mail))).toEqual(['sent', 'failed', 'pending']);

      const again = await settle(emailIds[0]!, 'resend').expect(400);
      expect(again.body).toMatchObject({
        message: 'Email cannot be settled in current status.',
        data: { params: { status: 'is sent' } },
      });
      await settle(999_999_999, 'sent').expect(404);
      await settle(emailIds[0]!, 'maybe').expect(400);
      const other = await withUnknown(1);
      await settle(other.emailIds[0]!, 'sent').expect(404);
    });

    it('are resolved all at once, and resent ones reopen a finished campaign', async () => {
      const { id } = await withUnknown(2);
      expect(await completion().finishIfDone(id)).toBe(true);
      const { body } = await world.all.post(`/campaigns/${id}/settle-unknown`).send({ as: 'resend' }).expect(200);
      expect(body.settled).toBe(2);
      expect((await emailsOf(id)).map(({ state }) => state)).toEqual(['pending', 'pending']);
      const { campaign } = (await world.all.get(`/campaigns/${id}`).expect(200)).body;
      expect(campaign.status).toBe('working');
      const [sending] = await world.db.query<{ state: string }>(
        `SELECT state FROM sendings WHERE source_type = 'campaign' AND source_id = :id`,
        { id },
      );
      expect(sending).toEqual({ state: 'open' });

      await world.db.transaction((tx) =>
        tx.execute(`UPDATE email_messages SET state = 'sent' WHERE source_type = 'campaign' AND source_id = :id`, {
          id,
        }),
      );
      expect(await completion().finishIfDone(id)).toBe(true);
      const sent = await world.db.query(
        `SELECT id FROM domain_events WHERE type = 'campaign.sent' AND subject_id = :id`,
        { id },
      );
      expect(sent).toHaveLength(1);
      const none = await world.all.post(`/campaigns/${id}/settle-unknown`).send({ as: 'failed' }).expect(200);
      expect(none.body.settled).toBe(0);
    });
  });
});
