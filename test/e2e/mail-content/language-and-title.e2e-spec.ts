import { ManagersService } from '../../../src/modules/auth/managers/managers.service.js';
import { ScheduledReportsScheduler } from '../../../src/modules/scheduled-reports/runs/scheduled-reports.scheduler.js';
import { SmtpSink } from '../../support/smtp-sink.js';
import { World } from '../../support/world.js';

const RAW = { design_template: 'raw_html', email_subject: 'Hi {{ contact.first_name }}', email_body: '<p>Hi</p>' };
const TRANSLATED = {
  ...RAW,
  translations: { sv: { email_subject: 'Hej <du>', email_body: '<body><p>Hej</p></body>' } },
};
const DOCUMENT = '<!DOCTYPE html><HTML LANG="it"><HEAD><TITLE>Mine</TITLE></HEAD><BODY><p>Ciao</p></BODY></HTML>';

/** Screen readers choose the voice by the language (WCAG 3.1.1), and name an email in a tab by its title (2.4.2). */
describe('language and title', () => {
  let world: World;
  let sink: SmtpSink;

  beforeAll(async () => {
    sink = await SmtpSink.start();
    world = await World.start({ env: { SMTP_URL: sink.url, MAIL_FROM: 'Carillon <news@carillon.example>' } });
    await world.given.customField({ label: 'Language', slug: 'language' });
  });
  beforeEach(() => {
    sink.reset();
  });

  /** Returns language and title of the HTML of each email, by recipient. */
  async function sent(): Promise<Record<string, [language: string | undefined, title: string | undefined]>> {
    await world.settle();
    const entries = sink.messages.map(async (message) => {
      const { html = '', subject = '' } = await message.parsed();
      expect(html.match(/<html\b/gi)).toHaveLength(1);
      expect(html.match(/<title\b/gi)).toHaveLength(1);
      const [, language] = /^(?:<!doctype html>\s*)?<html lang="([^"]*)"/i.exec(html) ?? [];
      const [, title] = /<title>([^<]*)<\/title>/i.exec(html) ?? [];
      const isSubject = title === subject.replaceAll('<', '&lt;').replaceAll('>', '&gt;');
      return [message.envelope.to[0] ?? '', [language, isSubject ? 'the subject' : title]] as const;
    });
    return Object.fromEntries(await Promise.all(entries)) as never;
  }

  it('are in emails of campaigns: those of the content used, or of the settings', async () => {
    const list = await world.given.list();
    const lists = [list.id];
    const english = await world.given.contact({ first_name: 'A & B', lists });
    const swedish = await world.given.contact({ lists, custom_values: { language: 'sv-SE' } });
    const { id } = await world.given.campaign({ ...TRANSLATED, lists, settings: { language: 'fr' } });
    await world.all.post(`/campaigns/${id}/send`).expect(200);
    await expect(sent()).resolves.toEqual({
      [english.email]: ['fr', 'Hi A &amp; B'],
      [swedish.email]: ['sv', 'the subject'],
    });
  });

  it('stay if the content has its own', async () => {
    const list = await world.given.list();
    const { email } = await world.given.contact({ lists: [list.id] });
    const { id } = await world.given.campaign({ ...RAW, email_body: DOCUMENT, lists: [list.id] });
    await world.all.post(`/campaigns/${id}/send`).expect(200);
    await expect(sent()).resolves.toEqual({ [email]: ['it', 'Mine'] });
    const { html } = (await sink.messages[0]?.parsed()) ?? {};
    expect(html).toContain('<!DOCTYPE html><HTML LANG="it"><HEAD><TITLE>Mine</TITLE></HEAD><BODY><p>Ciao</p>');
  });

  it('are in emails of funnels, and in staff notifications', async () => {
    const email = 'staff@carillon.example';
    await world.api
      .get(ManagersService, { strict: false })
      .create({ username: 'staff', email, role: 'manager', permissions: ['view_contacts'] });
    const contact = await world.given.contact({ custom_values: { language: 'sv' } });
    const notice = { username: 'staff', email_subject: 'New: {{ contact.email }}', email_body: '<p>New</p>' };
    const funnel = await world.given.publishedFunnel({
      sequences: [
        { action_name: 'send_custom_email', settings: TRANSLATED },
        { action_name: 'notify_manager', settings: notice },
      ],
    });
    const subscribers = [contact.id];
    await world.all.post(`/funnels/${funnel.id}/subscribers`).send({ subscribers }).expect(200);
    await expect(sent()).resolves.toEqual({ [contact.email]: ['sv', 'the subject'], [email]: ['en', 'the subject'] });
  });

  it('are in single emails and test emails', async () => {
    const [to, tester] = ['one@example.com', 'me@example.com'];
    const parts = { subject: 'Your code', html: '<table><tr><td>123</td></tr></table>' };
    await world.all
      .post('/emails')
      .send({ to: { email: to }, ...parts })
      .expect(202);
    const { id } = await world.given.campaign(RAW);
    await world.all
      .post(`/campaigns/${id}/send-test-email`)
      .send({ emails: [tester] })
      .expect(200);
    await expect(sent()).resolves.toEqual({ [to]: ['en', 'the subject'], [tester]: ['en', 'the subject'] });
  });

  it('are in confirmation requests, in links to the preferences, and in reports', async () => {
    const [first, second, manager] = ['new@example.com', 'old@example.com', 'boss@example.com'];
    const custom_values = { language: 'de' };
    await world.all.post('/subscribers').send({ email: first, double_optin: true, custom_values }).expect(200);
    await world.given.contact({ email: second });
    await world.http.post('/t/p').set('Accept-Language', 'es').type('form').send({ email: second }).expect(200);
    const report = { title: 'Weekly', type: 'overview', frequency: 'weekly', recipients: [manager] };
    const { body } = await world.all.post('/reports/scheduled').send(report).expect(200);
    await world.all.post(`/reports/scheduled/${body.scheduled_report.id}/run`).expect(200);
    const scheduler = world.worker!.get(ScheduledReportsScheduler, { strict: false });
    // The first one may have started before.
    await scheduler.tick();
    await scheduler.tick();
    await expect(sent()).resolves.toEqual({
      [first]: ['de', 'the subject'],
      [second]: ['es', 'the subject'],
      [manager]: ['en', 'the subject'],
    });
  });
});
