import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { NestFactory } from '@nestjs/core';
import { CliModule } from '../../../src/cli.module.js';
import { CampaignGuardrails } from '../../../src/modules/campaigns/lifecycle/campaign-guardrails.service.js';
import { CampaignCompletion } from '../../../src/modules/campaigns/sending/campaign-completion.service.js';
import { CampaignScheduler } from '../../../src/modules/campaigns/sending/campaign.scheduler.js';
import { AcceptRestoreCommand } from '../../../src/modules/sending/restore/restore.commands.js';
import { RestoreService } from '../../../src/modules/sending/restore/restore.service.js';
import { RestoreDetector } from '../../../src/modules/sending/restore/restore-detector.service.js';
import { GuardrailPauses } from '../../../src/modules/campaigns/guardrails/guardrail-pauses.js';
import { Outbox } from '../../../src/platform/outbox/outbox.js';
import { RequestRedis } from '../../../src/platform/redis/redis.js';
import { RawSmtpSink, SmtpGate } from '../../support/raw-smtp-sink.js';
import { SmtpSink } from '../../support/smtp-sink.js';
import { waitUntil } from '../../support/wait-until.js';
import { World } from '../../support/world.js';

const BODY = '<p>Hello</p><p><a href="{{ unsubscribe_url }}">Unsubscribe</a></p>';

describe('the guardrails of a campaign', () => {
  let world: World;
  let sink: SmtpSink;

  beforeAll(async () => {
    sink = await SmtpSink.start();
    world = await World.start({ env: { SMTP_URL: sink.url } });
  });
  beforeEach(() => {
    sink.reset();
  });

  const campaignTo = async (emails: readonly string[], settings: Record<string, unknown> = {}): Promise<number> => {
    const list = await world.given.list();
    for (const email of emails) await world.given.contact({ email, lists: [list.id] });
    const { id } = await world.given.campaign({
      email_subject: 'Spring',
      email_body: BODY,
      lists: [list.id],
      settings,
    });
    return id;
  };
  const send = async (id: number): Promise<void> => {
    await world.all.post(`/campaigns/${id}/send`).expect(200);
    await world.settle();
  };
  const campaign = async (id: number) => (await world.all.get(`/campaigns/${id}`).expect(200)).body.campaign;
  const people = (name: string, count: number): string[] =>
    Array.from({ length: count }, (_, index) => `${name}-${index}@example.com`);
  const raise = (
    write: (outbox: Outbox, tx: Parameters<Parameters<World['db']['transaction']>[0]>[0]) => Promise<void>,
  ) => world.db.transaction((tx) => write(world.api.get(Outbox, { strict: false }), tx));

  it('pause it at a bounce rate of 10 percent, give the reason, and restart their counters when it is resumed', async () => {
    const provider = await RawSmtpSink.start();
    const rest = new SmtpGate(({ moment, recipient }) => moment === 'rcpt' && recipient?.startsWith('rest-') === true);
    provider.script = (step) =>
      step.moment === 'rcpt' && step.recipient?.startsWith('bad-') === true
        ? { reply: { code: 550, text: '5.1.1 No such user' } }
        : rest.script(step);
    const { id: sender_id } = await world.given.sender({ url: provider.url });
    const id = await campaignTo([...people('good', 52), ...people('bad', 12), ...people('rest', 40)], {
      mailer_settings: { sender_id },
    });
    await world.all.post(`/campaigns/${id}/send`).expect(200);
    await waitUntil('it is paused', async () => (await campaign(id)).status === 'paused');
    expect(await campaign(id)).toMatchObject({ settings: { sending: { waiting_reason: 'bounce_rate' } } });
    rest.open();
    await world.settle();
    expect(provider.messages.length).toBeLessThan(92);
    const [event] = await world.db.query<{ data: string }>(
      `SELECT data FROM domain_events WHERE type = 'campaign.paused' AND subject_id = :id`,
      { id },
    );
    expect(JSON.parse(event!.data)).toMatchObject({ reason: 'bounce_rate' });

    await world.all.post(`/campaigns/${id}/resume`).expect(200);
    await world.settle();
    expect((await campaign(id)).status).toBe('sent');
    expect(provider.messages).toHaveLength(92);
  });

  it('do not pause it again when a manager has resumed it after a concurrent pause for the same reason', async () => {
    const list = await world.given.list();
    for (const email of people('slow', 30)) await world.given.contact({ email, lists: [list.id] });
    const { id } = await world.given.campaign({
      email_subject: 'Spring',
      email_body: '<a href="{{ unsubscribe_url }}">bye</a>',
      lists: [list.id],
      settings: { throttle: { per_minute: 1 } },
    });
    await world.all.post(`/campaigns/${id}/send`).expect(200);
    // Read before the pause and the resume, applied after them.
    const guardrails = world.worker!.get(CampaignGuardrails, { strict: false });
    const read = jest.spyOn(guardrails, 'tripped').mockResolvedValueOnce([{ id, reason: 'bounce_rate' }]);
    try {
      await world.worker!.get(GuardrailPauses, { strict: false }).run();
    } finally {
      read.mockRestore();
    }
    expect((await campaign(id)).status).toBe('working');
    await world.all.post(`/campaigns/${id}/cancel`).expect(200);
  });

  it('pause it at a high complaint rate, ignoring complaints about earlier emails', async () => {
    const id = await campaignTo(people('reader', 60));
    await send(id);
    // As if it were still being sent.
    await world.db.transaction(async (tx) => {
      await tx.execute(
        `UPDATE campaigns SET status = 'working', snapshot_done = 0, snapshot_position = 4294967295 WHERE id = :id`,
        { id },
      );
      await tx.execute(`UPDATE sendings SET state = 'open' WHERE source_id = :id`, { id });
      await tx.execute(
        `INSERT INTO email_messages (source_type, source_id, recipient_key, content_id, next_attempt_at)
         SELECT 'campaign', id, 'later', content_id, NOW(3) + INTERVAL 1 HOUR FROM campaigns WHERE id = :id`,
        { id },
      );
    });
    const emails = await world.db.query<{ id: number }>(
      `SELECT id FROM email_messages WHERE source_id = :id AND state = 'sent' ORDER BY id LIMIT 5`,
      { id },
    );
    const complain = (mail: number): Promise<void> =>
      raise((outbox, tx) =>
        outbox.append(tx, 'email.spam_complaint', mail, {
          email: {
            ...{ id: mail, subject: 'Spring', contact_id: null, campaign_id: id, funnel_id: null, sequence_id: null },
            ...{ to: null, message_id: 'm', complained_at: new Date().toISOString() },
            ...{ reported_by: 'arf', source: { type: 'campaign', id } },
          },
        }),
      );
    await complain(emails[0]!.id);
    await world.settle();
    expect((await campaign(id)).status).toBe('working');
    await complain(emails[1]!.id);
    await world.settle();
    expect(await campaign(id)).toMatchObject({
      status: 'paused',
      settings: { sending: { waiting_reason: 'complaint_rate' } },
    });

    await world.all.post(`/campaigns/${id}/resume`).expect(200);
    for (const { id: mail } of emails.slice(2)) await complain(mail);
    await world.settle();
    expect((await campaign(id)).status).toBe('working');
    await world.all.post(`/campaigns/${id}/cancel`).expect(200);
  });

  it('pause it once when the provider keeps refusing, and leave other campaigns unchanged', async () => {
    const id = await campaignTo(people('refused', 3), { throttle: { per_hour: 1 } });
    await world.all.post(`/campaigns/${id}/send`).expect(200);
    await world.settle();
    const block = (reason: string): Promise<void> =>
      raise((outbox, tx) =>
        outbox.append(tx, 'sending.blocked', null, { source_type: 'campaign', source_id: id, reason }),
      );
    await block('the mail server refuses our password');
    await block('another reason');
    await world.settle();
    expect(await campaign(id)).toMatchObject({
      status: 'paused',
      settings: { sending: { waiting_reason: 'the mail server refuses our password' } },
    });
    await world.all.post(`/campaigns/${id}/cancel`).expect(200);
    await block('too late');
    await world.settle();
    expect((await campaign(id)).status).toBe('archived');
    expect(await world.api.get(CampaignGuardrails, { strict: false }).tripped()).toEqual([]);
  });

  describe('after the database was restored from a backup', () => {
    const detector = (): RestoreDetector => world.worker!.get(RestoreDetector, { strict: false });
    const restored = (): Promise<unknown> =>
      world.db.transaction((tx) =>
        tx.execute('UPDATE sending_beats SET number = 1, beaten_at = beaten_at - INTERVAL 1 DAY'),
      );

    it('no email is resent until a manager decides', async () => {
      const working = await campaignTo(people('waiting', 3), { throttle: { per_hour: 1 } });
      await world.all.post(`/campaigns/${working}/send`).expect(200);
      // A campaign that waits for its rate counts as settled, but its first email may still be under way.
      const stored = `SELECT id FROM email_messages WHERE source_id = ${working} AND state = 'sent'`;
      await waitUntil('the first email is sent', async () => (await world.db.query(stored)).length > 0);
      await world.settle();
      const sentBefore = sink.messages.length;
      const scheduled = await campaignTo(['scheduled@example.com']);
      await world.all
        .post(`/campaigns/${scheduled}/schedule`)
        .send({ scheduled_at: new Date(Date.now() + 3_600_000).toISOString() })
        .expect(200);
      for (let beat = 0; beat < 5; beat += 1) await detector().check();
      await restored();
      await detector().check();
      await world.settle();

      expect(await campaign(working)).toMatchObject({
        status: 'paused',
        settings: { sending: { waiting_reason: 'database_restored' } },
      });
      const unknown = await world.all.get(`/campaigns/${working}/emails?status=unknown`).expect(200);
      expect(unknown.body.emails.total).toBe(3 - sentBefore);
      expect(unknown.body.emails.data[0].note).toBe('database_restored');
      const ready = await world.http.get('/health/ready').expect(200);
      expect(ready.body.checks.sending).toBe('database_restored');

      await world.db.transaction((tx) =>
        tx.execute('UPDATE campaigns SET scheduled_at = NOW() - INTERVAL 1 MINUTE WHERE id = :scheduled', {
          scheduled,
        }),
      );
      // A tick does nothing while another one runs, which may have checked before the time came.
      const ticks = async (): Promise<boolean> => {
        await world.worker!.get(CampaignScheduler, { strict: false }).tick();
        return (await campaign(scheduled)).status !== 'scheduled';
      };
      await waitUntil('the scheduler has run', ticks);
      expect(await campaign(scheduled)).toMatchObject({
        status: 'paused',
        settings: { sending: { waiting_reason: 'database_restored' } },
      });
      const refused = await world.all.post(`/campaigns/${working}/resume`).expect(400);
      expect(refused.body.data.params).toEqual({ sender: 'database_restored' });
      const another = await campaignTo(['another@example.com']);
      await world.all.post(`/campaigns/${another}/send`).expect(400);
      expect(sink.messages).toHaveLength(sentBefore);

      const restores = world.api.get(RestoreService, { strict: false });
      expect(await restores.accept()).toBe(true);
      expect(await restores.accept()).toBe(false);
      await detector().check();
      expect(await restores.isStopped()).toBe(false);
      await world.all.post(`/campaigns/${scheduled}/resume`).expect(200);
      await world.settle();
      expect((await campaign(scheduled)).status).toBe('sent');
      expect(sink.messages.at(-1)!.envelope.to).toEqual(['scheduled@example.com']);
      // A manager must still decide about emails that may have been sent in the lost time.
      await world.all.post(`/campaigns/${working}/resume`).expect(200);
      await world.settle();
      expect(sink.messages).toHaveLength(sentBefore + 1);
    });

    it('a campaign is not finished when only emails in doubt are left', async () => {
      const id = await campaignTo(people('doubted', 3), { throttle: { per_hour: 1 } });
      await send(id);
      // Between the hold and the pause, which an event triggers.
      await world.db.transaction(async (tx) => {
        await tx.execute(`UPDATE sendings SET state = 'held' WHERE source_id = :id`, { id });
        await tx.execute(`UPDATE email_messages SET state = 'unknown' WHERE source_id = :id AND state <> 'sent'`, {
          id,
        });
      });
      const completion = world.worker!.get(CampaignCompletion, { strict: false });
      expect(await completion.finishIfDone(id)).toBe(false);
      expect((await campaign(id)).status).toBe('working');
      await world.db.transaction((tx) =>
        tx.execute(`UPDATE sendings SET state = 'open' WHERE source_id = :id`, { id }),
      );
      // The scheduler may be first.
      await completion.finishIfDone(id);
      await world.settle();
      expect((await campaign(id)).status).toBe('sent');
    });

    async function acceptByCommand(): Promise<void> {
      const cli = await NestFactory.createApplicationContext(CliModule.with(world.config), {
        bufferLogs: true,
        abortOnError: false,
      });
      const said = jest.spyOn(console, 'log').mockImplementation(() => undefined);
      await cli.get(AcceptRestoreCommand).run();
      expect(said).toHaveBeenCalledWith('Sending is allowed again. Campaigns stay paused until they are resumed.');
      said.mockRestore();
      await cli.close();
    }

    it.each(['Redis', 'the data folder'])('it is detected with the data of %s only', async (place) => {
      const restores = world.api.get(RestoreService, { strict: false });
      for (let beat = 0; beat < 3; beat += 1) await detector().check();
      if (place === 'Redis') rmSync(join(world.config.dataDir, 'sending-beat.json'));
      else await world.api.get(RequestRedis, { strict: false }).client.del(`${world.config.redis.prefix}:sending-beat`);
      await detector().check();
      expect(await restores.isStopped()).toBe(false);
      if (place === 'Redis') rmSync(join(world.config.dataDir, 'sending-beat.json'));
      else await world.api.get(RequestRedis, { strict: false }).client.del(`${world.config.redis.prefix}:sending-beat`);
      await restored();
      // Redis has 50 ms to respond, which a busy machine may exceed once.
      await waitUntil('it is detected', () =>
        detector()
          .check()
          .then(() => restores.isStopped()),
      );
      await world.settle();
      await acceptByCommand();
      expect(await restores.isStopped()).toBe(false);
    });

    it('a new database and concurrent heartbeats are not mistaken for it', async () => {
      const restores = world.api.get(RestoreService, { strict: false });
      // With the one of the schedule, not more than a transaction has attempts.
      await Promise.all(Array.from({ length: 16 }, () => detector().check()));
      expect(await restores.isStopped()).toBe(false);
      await world.db.transaction((tx) => tx.execute('DELETE FROM sending_beats'));
      await detector().check();
      expect(await restores.isStopped()).toBe(false);
    });

    it('recipients who were not enrolled yet get no email either', async () => {
      const restores = world.api.get(RestoreService, { strict: false });
      const id = await campaignTo(people('late', 4), { throttle: { per_hour: 1 } });
      await world.all.post(`/campaigns/${id}/send`).expect(200);
      await world.settle();
      await world.all.post(`/campaigns/${id}/pause`).expect(200);
      // The backup was made before the recipients were enrolled.
      await world.db.transaction(async (tx) => {
        await tx.execute('DELETE FROM email_messages WHERE source_id = :id', { id });
        await tx.execute('DELETE FROM sending_tallies WHERE source_id = :id', { id });
        await tx.execute(
          'UPDATE campaigns SET snapshot_done = 0, snapshot_position = 0, recipients_count = 0 WHERE id = :id',
          { id },
        );
      });
      const sentBefore = sink.messages.length;
      for (let beat = 0; beat < 3; beat += 1) await detector().check();
      await restored();
      await detector().check();
      await world.settle();
      await world.worker!.get(CampaignScheduler, { strict: false }).tick();
      await waitUntil('all are enrolled', async () => (await campaign(id)).recipients_count === 4);
      await detector().check();
      const unknown = await world.all.get(`/campaigns/${id}/emails?status=unknown`).expect(200);
      expect(unknown.body.emails.total).toBe(4);
      await restores.accept();
      await world.all.post(`/campaigns/${id}/resume`).expect(200);
      await world.settle();
      expect(sink.messages).toHaveLength(sentBefore);
    });
  });
});
