import { UNTIL_DONE } from '../../../src/platform/work/periodic.js';
import { DIGEST_TYPES } from '../../../src/modules/reports/digests/digest-types.js';
import { ScheduledReportsScheduler } from '../../../src/modules/scheduled-reports/runs/scheduled-reports.scheduler.js';
import { ScheduledRuns } from '../../../src/modules/scheduled-reports/runs/scheduled-runs.service.js';
import { StaffNotifications } from '../../../src/modules/system-emails/notices/staff-notifications.service.js';
import { OverviewReportsService } from '../../../src/modules/reports/overview/overview-reports.service.js';
import { type NewEvent, Outbox } from '../../../src/platform/outbox/outbox.js';
import { EmailFacts } from '../../support/builders/email-facts.js';
import { ManualClock } from '../../support/manual-clock.js';
import { type SinkMessage, SmtpSink } from '../../support/smtp-sink.js';
import { waitUntil } from '../../support/wait-until.js';
import { World } from '../../support/world.js';

const SOUND = {
  title: 'Weekly overview',
  type: 'overview',
  frequency: 'weekly',
  recipients: ['Owner@Example.com ', 'second@example.com'],
};

describe('scheduled reports', () => {
  let world: World;
  let sink: SmtpSink;
  let clock: ManualClock;
  let scheduler: ScheduledReportsScheduler;

  beforeAll(async () => {
    sink = await SmtpSink.start();
    world = await World.start({
      env: { APP_TIMEZONE: 'Europe/Berlin', SMTP_URL: sink.url, MAIL_FROM: 'Carillon <carillon@example.com>' },
    });
    scheduler = world.worker!.get(ScheduledReportsScheduler, { strict: false });
    // A Wednesday.
    clock = new ManualClock(world, '2026-06-10T10:00:00.000Z');
  });
  beforeEach(async () => {
    for (const { id } of (await world.all.get('/reports/scheduled').expect(200)).body.scheduled_reports)
      await world.all.delete(`/reports/scheduled/${id}`).expect(200);
    await world.settle();
    sink.reset();
  });

  const create = async (changes: Record<string, unknown> = {}) =>
    (
      await world.all
        .post('/reports/scheduled')
        .send({ ...SOUND, ...changes })
        .expect(200)
    ).body.scheduled_report;
  const show = async (id: number) => (await world.all.get(`/reports/scheduled/${id}`).expect(200)).body;
  const publishEvents = (...events: NewEvent[]): Promise<void> =>
    world.db.transaction((tx) => world.api.get(Outbox, { strict: false }).appendAll(tx, events));
  /** Runs everything that is due at this time, and waits for the emails. */
  const at = async (moment: string): Promise<readonly SinkMessage[]> => {
    await clock.to(moment);
    // The first one may have started before.
    await scheduler.tick();
    await scheduler.tick();
    await world.settle();
    return sink.messages;
  };
  const subjects = async (): Promise<(string | undefined)[]> =>
    Promise.all(sink.messages.map(async (message) => (await message.parsed()).subject));

  describe('as a resource', () => {
    it('can be created, shown, updated, listed, and deleted', async () => {
      const list = await world.given.list();
      const { body } = await world.all
        .post('/reports/scheduled')
        .send({ ...SOUND, settings: { lists: [list.id], send_at: '05:00', weekday: 'fri' }, timezone: 'Asia/Tokyo' })
        .expect(200);
      expect(body).toEqual({
        message: 'Scheduled report saved.',
        scheduled_report: {
          id: expect.any(Number),
          title: 'Weekly overview',
          type: 'overview',
          frequency: 'weekly',
          recipients: ['owner@example.com', 'second@example.com'],
          settings: {
            date_range: null,
            lists: [list.id],
            tags: [],
            campaign_id: null,
            funnel_id: null,
            currency: null,
            send_at: '05:00',
            weekday: 'Fri',
            day: 1,
          },
          status: 'active',
          timezone: 'Asia/Tokyo',
          // At 05:00 in Tokyo, Thursday is not over yet in Berlin, the time zone of reports.
          next_run_at: '2026-06-11T22:00:00.000Z',
          last_run_at: null,
          created_at: expect.any(String),
          updated_at: expect.any(String),
        },
      });
      const { id } = body.scheduled_report;
      expect(await show(id)).toEqual({ scheduled_report: body.scheduled_report, runs: [] });

      const changed = await world.all
        .put(`/reports/scheduled/${id}`)
        .send({ title: 'Monthly', frequency: 'monthly', settings: { day: 3 }, timezone: 'Europe/Berlin' })
        .expect(200);
      expect(changed.body.scheduled_report).toMatchObject({
        title: 'Monthly',
        type: 'overview',
        settings: { lists: [], send_at: '07:00', day: 3 },
        next_run_at: '2026-07-03T05:00:00.000Z',
      });
      const paused = await world.all.put(`/reports/scheduled/${id}`).send({ status: 'paused' }).expect(200);
      expect(paused.body.scheduled_report).toMatchObject({ status: 'paused', next_run_at: null });
      const second = await create({ title: 'Another' });
      const { body: all } = await world.all.get('/reports/scheduled').expect(200);
      expect(all.scheduled_reports.map((report: { id: number }) => report.id)).toEqual([second.id, id]);
      const removed = await world.all.delete(`/reports/scheduled/${id}`).expect(200);
      expect(removed.body).toEqual({ message: 'Scheduled report deleted.' });
      for (const [method, path] of [
        ['get', ''],
        ['put', ''],
        ['delete', ''],
        ['post', '/run'],
      ] as const) {
        const { body: gone } = await world.all.send(method, `/reports/scheduled/${id}${path}`).send({}).expect(404);
        expect(gone).toMatchObject({ code: 'rest_post_invalid_id', message: 'Invalid post ID.' });
      }
    });

    it('need view_reports', async () => {
      const unauthorized = await world.as('view_contacts', 'manage_contacts', 'manage_campaigns');
      for (const [method, path] of [
        ['get', ''],
        ['post', ''],
        ['get', '/1'],
        ['put', '/1'],
        ['delete', '/1'],
        ['post', '/1/run'],
      ] as const)
        await unauthorized.send(method, `/reports/scheduled${path}`).send(SOUND).expect(403);
      const reader = await world.as('view_reports');
      await reader.post('/reports/scheduled').send(SOUND).expect(200);
    });

    it('name all missing and invalid fields at once', async () => {
      const { body: nothing } = await world.all.post('/reports/scheduled').send({}).expect(400);
      expect(nothing).toMatchObject({
        code: 'rest_invalid_param',
        message: 'Invalid parameter: title is required',
        data: {
          params: {
            title: 'is required',
            type: 'is required',
            frequency: 'is required',
            recipients: 'is required',
          },
        },
      });
      const { body } = await world.all
        .post('/reports/scheduled')
        .send({
          title: 'a\r\nBcc: x@example.com',
          type: 'weather',
          frequency: 'hourly',
          recipients: 'x',
          status: 'gone',
          settings: {
            date_range: 'custom',
            lists: ['x'],
            campaign_id: 0,
            send_at: 'half past six',
            weekday: 'Someday',
            day: 32,
            currency: 'XYZW',
          },
        })
        .expect(400);
      expect(Object.keys(body.data.params).sort()).toEqual([
        'frequency',
        'settings.campaign_id',
        'settings.currency',
        'settings.date_range',
        'settings.day',
        'settings.lists',
        'settings.send_at',
        'settings.weekday',
        'status',
        'title',
        'type',
      ]);
    });

    it.each<[string, Record<string, unknown>, Record<string, string>]>([
      ['no recipient', { recipients: [] }, { recipients: 'must hold at least one email address' }],
      ['no address', { recipients: ['a@example.com', 'me'] }, { 'recipients.1': 'must be one email address' }],
      [
        'too many',
        { recipients: Array.from({ length: 21 }, (_, index) => `r${index}@example.com`) },
        { recipients: 'must hold at most 20 addresses' },
      ],
      ['no time', { settings: { send_at: '24:00' } }, { 'settings.send_at': 'must be a time as HH:MM' }],
      ['no zone', { timezone: '+02:00' }, { timezone: 'must be an IANA time zone such as Europe/Berlin' }],
      [
        'no zone in the settings',
        { settings: { timezone: 'Mars/Base' } },
        { 'settings.timezone': 'must be an IANA time zone such as Europe/Berlin' },
      ],
      ['a campaign report without a campaign', { type: 'campaign' }, { 'settings.campaign_id': 'is required' }],
      ['a funnel report without a funnel', { type: 'funnel' }, { 'settings.funnel_id': 'is required' }],
      [
        'an invalid campaign',
        { type: 'campaign', settings: { campaign_id: 99_999 } },
        { 'settings.campaign_id': 'does not exist: 99999' },
      ],
      [
        'a campaign for an overview, and invalid lists',
        { settings: { campaign_id: 99_999, lists: [77_777], tags: [66_666] } },
        {
          'settings.campaign_id': 'is only allowed for reports of type campaign',
          'settings.lists': 'does not exist: 77777',
          'settings.tags': 'does not exist: 66666',
        },
      ],
      ['invalid settings', { settings: 'x' }, { settings: 'must be an object' }],
    ])('refuse %s', async (_what, changes, params) => {
      const { body } = await world.all
        .post('/reports/scheduled')
        .send({ ...SOUND, ...changes })
        .expect(400);
      expect(body.data.params).toEqual(params);
    });
  });

  describe('when they are due', () => {
    it('are sent to each recipient with the figures of the API', async () => {
      const emails = Array.from({ length: 4 }, () => new EmailFacts({}));
      const before = new EmailFacts({});
      await publishEvents(
        before.sent('2026-05-28T10:00:00.000Z'),
        ...emails.map((mail) => mail.sent('2026-06-02T10:00:00.000Z')),
        emails[0]!.opened('2026-06-03T10:00:00.000Z'),
        emails[1]!.opened('2026-06-03T10:00:00.000Z'),
        emails[0]!.clicked('2026-06-07T21:59:59.000Z'),
        // Just after the end of the week in Berlin.
        emails[1]!.clicked('2026-06-07T22:00:00.000Z'),
      );
      await clock.to('2026-06-07T10:00:00.000Z');
      const report = await create({ title: 'Größe {{ contact.email }} <b>' });
      expect(report.next_run_at).toBe('2026-06-08T05:00:00.000Z');

      expect(await at('2026-06-08T04:59:59.999Z')).toEqual([]);
      const messages = await at('2026-06-08T05:00:00.000Z');
      expect(messages.map(({ envelope }) => envelope.to).sort()).toEqual([
        ['owner@example.com'],
        ['second@example.com'],
      ]);
      const mail = await messages[0]!.parsed();
      expect(mail.subject).toBe('Größe {{ contact.email }} <b>: 1–7 June 2026');
      expect(await messages[0]!.header('Auto-Submitted')).toBe('auto-generated');

      const { body: api } = await world.all
        .get('/reports/overview?start_date=2026-06-01&end_date=2026-06-07&compare_with=none')
        .expect(200);
      expect(api.email_stats).toMatchObject({ emails_sent: 4, emails_opened: 2, emails_clicked: 1, open_rate: 50 });
      for (const part of [mail.text!, mail.html!.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')]) {
        expect(part).toContain('1–7 June 2026');
        expect(part).toMatch(/Emails sent:? 4/);
        expect(part).toMatch(/up 300.0% from 1/);
        expect(part).toMatch(/Open rate \(of \w+\):? 50.0%/);
        expect(part).toMatch(/Click rate \(of \w+\):? 25.0%/);
        expect(part).toContain('25–31 May 2026');
      }
      expect(mail.text).toContain('Größe {{ contact.email }} <b>');
      expect(mail.html).toContain('Größe {{ contact.email }} &lt;b&gt;');
      // The other link stops the report.
      expect(mail.html?.match(/https?:[^"]*/g)).toEqual([
        `${world.config.http.publicUrl}/console/reports/overview?start_date=2026-06-01&amp;end_date=2026-06-07`,
        expect.stringContaining('/t/r/'),
      ]);

      const files = mail.attachments.filter(({ disposition }) => disposition === 'attachment');
      expect(files.map(({ filename }) => filename)).toEqual(['overview-2026-06-01-to-2026-06-07.csv']);
      const csv = Buffer.from(files[0]!.content as ArrayBuffer).toString('utf8');
      expect(csv).toContain('Emails sent,4,1,count\r\n');
      expect(await show(report.id)).toMatchObject({
        scheduled_report: { last_run_at: '2026-06-08T05:00:00.000Z', next_run_at: '2026-06-15T05:00:00.000Z' },
        runs: [{ state: 'sent', from: '2026-06-01', to: '2026-06-07', late: false, failed_attempts: 0 }],
      });
    });

    it('F25 are sent once per period, even with concurrent workers', async () => {
      await clock.to('2026-06-09T10:00:00.000Z');
      await create({ frequency: 'daily', recipients: ['only@example.com'] });
      await clock.to('2026-06-10T05:00:00.000Z');
      const runs = world.worker!.get(ScheduledRuns, { strict: false });
      const worker = async (): Promise<void> => {
        for (const id of await runs.dueReports()) await runs.createRuns(id);
        for (const id of await runs.waitingRuns()) await runs.executeRun(id);
      };
      await Promise.all([worker(), worker(), worker(), scheduler.tick(), worker()]);
      await Promise.all([worker(), worker(), scheduler.tick()]);
      await world.settle();
      expect(await subjects()).toEqual(['Weekly overview: 9 June 2026']);
    });

    it('are not sent again for a period when their time changes', async () => {
      await clock.to('2026-06-09T10:00:00.000Z');
      const { id } = await create({ frequency: 'daily', recipients: ['only@example.com'] });
      expect(await at('2026-06-10T05:00:00.000Z')).toHaveLength(1);
      await world.all
        .put(`/reports/scheduled/${id}`)
        .send({ settings: { send_at: '09:00' } })
        .expect(200);
      expect((await show(id)).scheduled_report.next_run_at).toBe('2026-06-10T07:00:00.000Z');
      expect(await at('2026-06-10T07:00:00.000Z')).toHaveLength(1);
      expect(await at('2026-06-11T07:00:00.000Z')).toHaveLength(2);
    });

    it.each([
      ['daily', 'Weekly overview: 10 June 2026'],
      ['weekly', 'Weekly overview: 8–14 June 2026'],
    ])('are %s again after a clock that was ahead is right', async (frequency, subject) => {
      await clock.to('2026-06-10T10:00:00.000Z');
      const { id } = await create({ frequency, recipients: ['only@example.com'] });
      const planned = (await show(id)).scheduled_report.next_run_at;
      await at('2027-01-15T10:00:00.000Z');
      sink.reset();
      expect(await at('2026-06-10T11:00:00.000Z')).toEqual([]);
      expect((await show(id)).scheduled_report.next_run_at).toBe(planned);
      expect(await at(planned)).toHaveLength(1);
      expect(await subjects()).toEqual([subject]);
    });

    it('send the latest period after a downtime, and mark it as late', async () => {
      await clock.to('2026-06-01T10:00:00.000Z');
      const { id } = await create({ frequency: 'daily', recipients: ['only@example.com'] });
      const [message] = await at('2026-06-05T06:30:00.000Z');
      expect(await subjects()).toEqual(['Weekly overview: 4 June 2026']);
      expect((await message!.parsed()).text).toContain('This report is late: it was due on 5 June 2026, 07:00.');
      const { runs } = await show(id);
      expect(runs.map(({ state, to, late }: Record<string, unknown>) => [state, to, late])).toEqual([
        ['sent', '2026-06-04', true],
        ['missed', '2026-06-03', true],
        ['missed', '2026-06-02', true],
        ['missed', '2026-06-01', true],
      ]);
    });

    it('are not sent while paused, and continue with later periods', async () => {
      await clock.to('2026-06-01T10:00:00.000Z');
      const { id } = await create({ frequency: 'daily', status: 'paused' });
      expect(await at('2026-06-05T06:30:00.000Z')).toEqual([]);
      await world.all.put(`/reports/scheduled/${id}`).send({ status: 'active' }).expect(200);
      expect((await show(id)).scheduled_report.next_run_at).toBe('2026-06-06T05:00:00.000Z');
    });

    it('are retried if their figures cannot be computed, without delaying others', async () => {
      await clock.to('2026-06-09T10:00:00.000Z');
      const broken = await create({ title: 'Broken', frequency: 'daily', recipients: ['one@example.com'] });
      await create({ title: 'Sound', type: 'funnels', frequency: 'daily', recipients: ['two@example.com'] });
      const spy = jest
        .spyOn(world.worker!.get(OverviewReportsService, { strict: false }), 'overview')
        .mockRejectedValue(new Error('no figures for a@example.com'));
      try {
        await at('2026-06-10T05:00:00.000Z');
        expect(await subjects()).toEqual(['Sound: 9 June 2026']);
        expect((await show(broken.id)).runs).toMatchObject([
          { state: 'waiting', failed_attempts: 1, reason: 'the figures could not be computed' },
        ]);
        await at('2026-06-10T05:00:59.000Z');
        expect((await show(broken.id)).runs).toMatchObject([{ failed_attempts: 1 }]);
        await at('2026-06-10T05:01:00.000Z');
        await at('2026-06-10T05:06:00.000Z');
        expect((await show(broken.id)).runs).toMatchObject([{ state: 'waiting', failed_attempts: 3 }]);
        await at('2026-06-10T05:36:00.000Z');
        expect((await show(broken.id)).runs).toMatchObject([{ state: 'failed', failed_attempts: 4 }]);
      } finally {
        spy.mockRestore();
      }
      await at('2026-06-11T05:00:00.000Z');
      expect((await show(broken.id)).runs[0]).toMatchObject({ state: 'sent', to: '2026-06-10' });
    });

    it('count one failure if several workers fail at the same time', async () => {
      await clock.to('2026-06-09T10:00:00.000Z');
      const { id } = await create({ frequency: 'daily', recipients: ['one@example.com'] });
      const runs = world.worker!.get(ScheduledRuns, { strict: false });
      let meet = (): void => undefined;
      const met = new Promise<void>((resolve) => (meet = resolve));
      let present = 0;
      const spy = jest
        .spyOn(world.worker!.get(OverviewReportsService, { strict: false }), 'overview')
        .mockImplementation(async () => {
          if (++present === 3) meet();
          await met;
          throw new Error('no figures');
        });
      try {
        await clock.to('2026-06-10T05:00:00.000Z');
        for (const due of await runs.dueReports()) await runs.createRuns(due);
        const [run = 0] = await runs.waitingRuns();
        await Promise.all([runs.executeRun(run), runs.executeRun(run), runs.executeRun(run)]);
        // A worker that has read the due runs before.
        await runs.executeRun(run);
        expect((await show(id)).runs).toMatchObject([{ state: 'waiting', failed_attempts: 1 }]);
      } finally {
        meet();
        spy.mockRestore();
      }
    });

    it('are not retried after they are paused', async () => {
      await clock.to('2026-06-09T10:00:00.000Z');
      const { id } = await create({ frequency: 'daily', recipients: ['one@example.com'] });
      const spy = jest
        .spyOn(world.worker!.get(OverviewReportsService, { strict: false }), 'overview')
        .mockRejectedValue(new Error('no figures'));
      try {
        await at('2026-06-10T05:00:00.000Z');
        expect((await show(id)).runs).toMatchObject([{ state: 'waiting', failed_attempts: 1 }]);
      } finally {
        spy.mockRestore();
      }
      await world.all.put(`/reports/scheduled/${id}`).send({ status: 'paused' }).expect(200);
      expect(await at('2026-06-10T05:01:00.000Z')).toEqual([]);
      expect((await show(id)).runs).toMatchObject([{ state: 'missed' }]);
    });

    it('can be paused and renamed after their subject was deleted', async () => {
      const list = await world.given.list();
      const { id } = await create({ settings: { lists: [list.id] } });
      await world.all.delete(`/lists/${list.id}`).expect(200);
      const { body } = await world.all
        .put(`/reports/scheduled/${id}`)
        .send({ status: 'paused', title: 'Once' })
        .expect(200);
      expect(body.scheduled_report).toMatchObject({ status: 'paused', title: 'Once', next_run_at: null });
      await world.all
        .put(`/reports/scheduled/${id}`)
        .send({ settings: { lists: [list.id] } })
        .expect(400);
    });

    it('are sent with any title', async () => {
      await clock.to('2026-06-09T10:00:00.000Z');
      const title = '{'.repeat(190);
      await create({ title, frequency: 'daily', recipients: ['one@example.com'] });
      await at('2026-06-10T05:00:00.000Z');
      expect(sink.messages).toHaveLength(1);
      expect((await sink.messages[0]!.parsed()).text).toContain(title);
    });

    it('fail immediately if their subject was deleted', async () => {
      await clock.to('2026-06-09T10:00:00.000Z');
      const list = await world.given.list();
      const { id } = await create({ frequency: 'daily', settings: { lists: [list.id] } });
      await world.all.delete(`/lists/${list.id}`).expect(200);
      await at('2026-06-10T05:00:00.000Z');
      expect(sink.messages).toEqual([]);
      expect((await show(id)).runs).toMatchObject([
        { state: 'failed', failed_attempts: 1, reason: 'Invalid post ID.' },
      ]);
    });
  });

  describe('for a recipient who stops them', () => {
    const stopPathOf = async (message: SinkMessage): Promise<string> => {
      const header = (await message.header('List-Unsubscribe')) ?? '';
      const [, path = ''] = /^<[^>]*(\/t\/r\/[\w-]{40})>$/.exec(header) ?? [];
      return path;
    };
    const pathsOf = async (messages: readonly SinkMessage[]): Promise<Record<string, string>> =>
      Object.fromEntries(
        await Promise.all(messages.map(async (each) => [each.envelope.to[0], await stopPathOf(each)] as const)),
      );

    it('have a link of their own that mail programs can post to', async () => {
      await clock.to('2026-06-09T10:00:00.000Z');
      const { id } = await create({ title: 'Stop <me>', frequency: 'daily' });
      const other = await create({ title: 'Other', frequency: 'monthly' });
      const messages = await at('2026-06-10T05:00:00.000Z');
      const paths = await pathsOf(messages);
      expect(Object.keys(paths).sort()).toEqual(['owner@example.com', 'second@example.com']);
      for (const message of messages) {
        const { html, text } = await message.parsed();
        const url = world.config.http.publicUrl + (await stopPathOf(message));
        expect(html).toContain(`href="${url}"`);
        expect(text).toContain(`To stop these emails: ${url}`);
        expect(await message.header('List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click');
      }

      // Scanners open every link.
      const path = paths['owner@example.com']!;
      const page = await world.http.get(path).set('Accept-Language', 'en').expect(200);
      expect(page.text).toContain('Stop &lt;me&gt;');
      expect(page.text).toContain('o***@example.com');
      expect(page.text).toContain('<button type="submit">Stop</button>');
      await world.http.get(`${path.slice(0, -4)}AAAA`).expect(404);
      await world.http.post(`${path.slice(0, -4)}AAAA`).expect(404);
      expect((await show(id)).scheduled_report.recipients).toEqual(['owner@example.com', 'second@example.com']);

      const stop = () => world.http.post(path).type('form').send('List-Unsubscribe=One-Click').expect(200);
      await Promise.all([stop(), stop()]);
      expect((await show(id)).scheduled_report).toMatchObject({ recipients: ['second@example.com'], status: 'active' });
      expect((await show(other.id)).scheduled_report.recipients).toHaveLength(2);
      expect((await world.http.get(path).set('Accept-Language', 'en').expect(200)).text).toContain('unsubscribed');
      const { body } = await world.all.get(`/audit-log?record_type=scheduled_report&record_id=${id}`).expect(200);
      const [stopped, created] = body.audit_log;
      expect(stopped).toMatchObject({
        action: 'updated',
        manager: null,
        method: 'POST',
        route: '/t/r/:token',
        record: { type: 'scheduled_report', id },
        changes: { recipients: { before: '[withheld]', after: '[withheld]' } },
      });
      expect(created).toMatchObject({ action: 'created' });
      expect((await at('2026-06-11T05:00:00.000Z')).map(({ envelope }) => envelope.to)).toContainEqual([
        'second@example.com',
      ]);
      expect(sink.messages).toHaveLength(3);
    });

    it('are paused when no recipient is left, and continue with a new recipient', async () => {
      await clock.to('2026-06-09T10:00:00.000Z');
      const { id } = await create({ frequency: 'daily', recipients: ['only@example.com'] });
      const [message] = await at('2026-06-10T05:00:00.000Z');
      const path = await stopPathOf(message!);
      await world.http.post(path).field('List-Unsubscribe', 'One-Click').expect(200);
      expect((await show(id)).scheduled_report).toMatchObject({ recipients: [], status: 'paused', next_run_at: null });
      await world.all
        .put(`/reports/scheduled/${id}`)
        .send({ recipients: ['new@example.com'], status: 'active' })
        .expect(200);
      await world.http.post(path).expect(200);
      expect((await show(id)).scheduled_report.recipients).toEqual(['new@example.com']);
      // The report is deleted: the link still answers.
      await world.all.delete(`/reports/scheduled/${id}`).expect(200);
      await world.http.get(path).expect(200);
      await world.http.post(path).expect(200);
    });
  });

  describe('on request', () => {
    it('are sent once per call, and a repeated call does not send again', async () => {
      await clock.to('2026-06-10T10:00:00.000Z');
      const { id, next_run_at } = await create({ status: 'active', recipients: ['only@example.com'] });
      const run = (key: string) =>
        world.all.post(`/reports/scheduled/${id}/run`).set('Idempotency-Key', key).expect(200);
      const first = await run('a');
      expect(first.body).toMatchObject({
        message: 'The report will be sent in a moment.',
        run: { state: 'waiting', from: '2026-06-03', to: '2026-06-09', scheduled_for: null, late: false },
      });
      expect((await run('a')).body).toEqual(first.body);
      await run('b');
      expect(await at('2026-06-10T10:00:01.000Z')).toHaveLength(2);
      expect(await subjects()).toEqual(Array(2).fill('Weekly overview: 3–9 June 2026'));
      expect((await show(id)).scheduled_report).toMatchObject({
        next_run_at,
        last_run_at: '2026-06-10T10:00:01.000Z',
      });
    });

    it('are refused while five of them wait', async () => {
      const { id } = await create();
      await waitUntil('a call is refused', async () => {
        const { status, body } = await world.all.post(`/reports/scheduled/${id}/run`);
        if (status === 400) expect(body.data.params).toEqual({ id: 'has 5 waiting runs; try again later' });
        else expect(status).toBe(200);
        // The worker may have sent some before.
        await world.db.execute(
          `UPDATE scheduled_report_runs SET due_at = due_at + INTERVAL 1 YEAR WHERE report_id = :id AND state = 'waiting'`,
          { id },
        );
        return status === 400;
      });
      expect((await show(id)).runs.filter(({ state }: { state: string }) => state === 'waiting')).toHaveLength(5);
    });
  });

  describe('of every type', () => {
    it('are sent with pictures and a file, even without any data', async () => {
      await clock.to('2026-03-10T10:00:00.000Z');
      const campaign = await world.given.campaign({ title: 'Spring' });
      const funnel = await world.given.funnel({ title: 'Welcome' });
      const settingsOf: Record<string, object> = {
        campaign: { campaign_id: campaign.id },
        funnel: { funnel_id: funnel.id },
      };
      for (const type of DIGEST_TYPES) {
        const { id } = await create({ title: type, type, recipients: ['all@example.com'], settings: settingsOf[type] });
        await world.all.post(`/reports/scheduled/${id}/run`).expect(200);
      }
      await at('2026-03-10T10:00:01.000Z');
      expect((await subjects()).sort()).toEqual(DIGEST_TYPES.map((type) => `${type}: 3–9 March 2026`).sort());
    });

    it('agree with the API for the same days', async () => {
      await clock.to('2026-06-10T10:00:00.000Z');
      const days = 'start_date=2026-06-03&end_date=2026-06-09&compare_with=none';
      const emails = Array.from({ length: 3 }, () => new EmailFacts({}));
      await publishEvents(
        ...emails.map((mail) => mail.sent('2026-06-04T10:00:00.000Z')),
        emails[0]!.opened('2026-06-05T10:00:00.000Z'),
        emails[1]!.bounced('2026-06-05T10:00:00.000Z', 'dsn'),
        emails[2]!.complained('2026-06-05T10:00:00.000Z'),
        emails[0]!.unsubscribed('2026-06-06T10:00:00.000Z'),
      );
      await world.settle();
      const figuresOf = async (type: string): Promise<Record<string, number>> => {
        sink.reset();
        const { id } = await create({ type, recipients: ['only@example.com'] });
        await world.all.post(`/reports/scheduled/${id}/run`).expect(200);
        const [message] = await at('2026-06-10T10:00:01.000Z');
        const { attachments } = await message!.parsed();
        const pictures = attachments.filter(({ mimeType }) => mimeType === 'image/png');
        const { html = '' } = await message!.parsed();
        for (const { contentId } of pictures) expect(html).toContain(`cid:${contentId!.replace(/[<>]/g, '')}`);
        expect(html.match(/cid:/g) ?? []).toHaveLength(pictures.length);
        const csv = Buffer.from(
          attachments.find(({ mimeType }) => mimeType === 'text/csv')!.content as ArrayBuffer,
        ).toString('utf8');
        const lines = csv.split(/\r\n/).map((line) => line.split(','));
        return Object.fromEntries(lines.map(([label, value]) => [label, Number(value)])) as Record<string, number>;
      };
      const api = async (path: string) => (await world.all.get(`/reports/${path}?${days}`).expect(200)).body;

      const bounces = await api('bounces');
      expect(await figuresOf('bounces')).toMatchObject({
        Bounced: bounces.totals.bounced,
        'Emails sent': bounces.totals.sent,
        '2026-06-05': 1,
      });
      expect(bounces.totals).toMatchObject({ sent: 3, bounced: 1 });
      expect(await figuresOf('spam-complaints')).toMatchObject({ Complaints: 1 });
      expect(await figuresOf('unsubscribes')).toMatchObject({ 'Unsubscribed through an email': 1 });
      const activity = await api('subscriber-activity');
      expect(activity.totals.opens).toBeGreaterThan(0);
      expect(await figuresOf('subscriber-activity')).toMatchObject({
        'Emails sent': activity.totals.sent,
        'Emails opened': activity.totals.opens,
      });
      const growth = await api('subscriber-growth');
      expect(await figuresOf('subscriber-growth')).toMatchObject({
        'Subscribers at the end of the period': growth.totals.total,
        'Net growth': growth.totals.net,
      });
    });
  });

  it('are removed from the ledger, with their pictures and files, a day after they were sent', async () => {
    await clock.to('2026-06-10T10:00:00.000Z');
    const { id } = await create();
    await world.all.post(`/reports/scheduled/${id}/run`).expect(200);
    await at('2026-06-10T10:00:01.000Z');
    const kept = async () => {
      const [row] = await world.db.query(
        `SELECT (SELECT COUNT(*) FROM email_messages WHERE source_type = 'single' AND source_id = 4) AS emails,
                (SELECT COUNT(*) FROM email_contents) AS contents,
                (SELECT COUNT(*) FROM email_content_attachments) AS references_,
                (SELECT COUNT(*) FROM email_attachments) AS files`,
      );
      return Object.values(row as object).every((count) => count === 0) ? 'nothing' : 'something';
    };
    const retention = world.worker!.get(StaffNotifications, { strict: false });
    await retention.remove(UNTIL_DONE);
    expect(await kept()).toBe('something');
    await world.db.transaction((tx) =>
      tx.execute(`UPDATE email_messages SET settled_at = NOW(3) - INTERVAL 25 HOUR WHERE source_id = 4`),
    );
    await retention.remove(UNTIL_DONE);
    expect(await kept()).toBe('nothing');
  });

  it('say that nothing was sent, and when the campaign was', async () => {
    const list = await world.given.list();
    await world.given.contact({ lists: [list.id] });
    const body = '<p><a href="https://shop.example/">Shop</a></p>';
    const campaign = await world.given.campaign({
      title: 'Spring sale',
      email_subject: 'Sale',
      email_body: body,
      lists: [list.id],
    });
    await world.all.post(`/campaigns/${campaign.id}/send`).expect(200);
    await world.settle();
    const { html } = await sink.messages[0]!.parsed();
    const [, path] = /href="[^"]*(\/t\/c\/[^"]+)"/.exec(html ?? '') ?? [];
    await world.http
      .get(path!)
      .set('User-Agent', 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0');
    await world.settle();
    // As if it was sent in May.
    const sent = new EmailFacts({ campaign: campaign.id });
    await publishEvents(sent.sent('2026-05-20T10:00:00.000Z'), sent.clicked('2026-05-20T11:00:00.000Z'));
    for (const sql of [
      `UPDATE campaigns SET finished_at = '2026-05-20 10:00:00' WHERE id = ${campaign.id}`,
      `UPDATE email_hits SET occurred_at = '2026-05-20 11:00:00' WHERE kind = 'click'`,
    ])
      await world.db.transaction((tx) => tx.execute(sql));
    await world.settle();
    const settings = { campaign_id: campaign.id };
    const { id } = await create({ type: 'campaign', status: 'paused', recipients: ['only@example.com'], settings });
    const textAt = async (moment: string): Promise<string> => {
      await clock.to(moment);
      sink.reset();
      await world.all.post(`/reports/scheduled/${id}/run`).expect(200);
      const [message] = await at(moment);
      return (await message!.parsed()).text ?? '';
    };
    const during = await textAt('2026-05-23T10:00:00.000Z');
    expect(during).toContain('Emails sent: 1');
    expect(during).toContain('https://shop.example/: clicks 1, share 100.0%');
    expect(during).not.toContain('The campaign was sent');
    const after = await textAt('2026-05-30T10:00:00.000Z');
    expect(after).toContain('No email was sent in this period. The campaign was sent on 20 May 2026.');
    expect(after).toContain('Emails sent: 0 (down 100.0% from 1)');
    const later = await textAt('2026-06-30T10:00:00.000Z');
    expect(later).toContain(
      'Nothing was counted in this period and in the one before. The campaign was sent on 20 May 2026.',
    );
    for (const text of [after, later]) expect(text).not.toMatch(/unchanged at 0|shop\.example|rate/);
  });
});
