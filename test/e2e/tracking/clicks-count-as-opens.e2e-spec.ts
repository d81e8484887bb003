import type { Response } from 'supertest';
import { Downloads } from '../../support/downloads.js';
import { SmtpSink } from '../../support/smtp-sink.js';
import { World } from '../../support/world.js';

const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const SCANNER = 'Googlebot/2.1';
const BODY = '<p><a href="https://shop.example/">Look</a> <a href="{{ unsubscribe_url }}">Unsubscribe</a></p>';

/**
 * Of seven sent emails, four are opened (two by the pixel, two initially by a click only) and three clicked. Engagement
 * points: 1 for an open, 3 for a click.
 */
const READERS = ['pixel', 'both', 'click', 'late', 'scanned', 'silent', 'leaver'] as const;
type Reader = (typeof READERS)[number] | 'full' | 'blocked';
const OPENED: readonly Reader[] = ['pixel', 'both', 'click', 'late'];
const CLICKED: readonly Reader[] = ['both', 'click', 'late'];
const UNOPENED: readonly Reader[] = ['scanned', 'silent', 'leaver'];
const OPEN_RATE = 57.1; // 4 of 7
const CLICK_RATE = 42.9; // 3 of 7

describe('a campaign whose recipients click without loading the pixel', () => {
  let world: World;
  let sink: SmtpSink;
  let list: number;
  let tag: number;
  let id: number;
  let estimated: number;
  const contacts = new Map<string, number>();

  beforeAll(async () => {
    sink = await SmtpSink.start();
    world = await World.start({ env: { SMTP_URL: sink.url } });
    [list, tag] = [(await world.given.list()).id, (await world.given.tag()).id];
    for (const reader of [...READERS, 'full', 'blocked'])
      contacts.set(reader, (await world.given.contact({ email: addressOf(reader), lists: [list], tags: [tag] })).id);
    await world.all
      .post('/suppressions')
      .send({ email: addressOf('blocked') })
      .expect(200);
    sink.behave({ recipients: { [addressOf('full')]: { code: 552, text: '5.2.2 Mailbox full' } } });
    ({ id } = await world.given.campaign({ email_subject: 'Spring', email_body: BODY, lists: [list] }));
    estimated = (await get(`/campaigns/${id}/estimated-recipients-count`)).estimated_count;
    await world.all.post(`/campaigns/${id}/send`).expect(200);
    await world.settle();

    await follow('pixel', 'o');
    await follow('both', 'o');
    for (const reader of ['both', 'click', 'click', 'late']) await follow(reader, 'c');
    await follow('scanned', 'c', SCANNER);
    await world.settle();
    await follow('late', 'o');
    const form = new URLSearchParams({ reason: 'too many mails' }).toString();
    await world.http
      .post(await pathOf('leaver', 'u'))
      .type('form')
      .send(form)
      .expect(200);
    await world.settle();
  });

  const get = async (path: string): Promise<Response['body']> => (await world.all.get(path).expect(200)).body;
  const idOf = (reader: string): number => contacts.get(reader)!;
  const idsOf = (readers: readonly string[]): number[] => readers.map(idOf).sort((a, b) => a - b);

  /** The path of the pixel (`o`), the link (`c`), or the opt-out (`u`) in the email to a recipient. */
  async function pathOf(reader: string, kind: 'o' | 'c' | 'u'): Promise<string> {
    const message = sink.messages.find(({ envelope }) => envelope.to[0] === addressOf(reader))!;
    const { html } = await message.parsed();
    return new URL(new RegExp(`"(http://carillon\\.test/t/${kind}/[^"]+)"`).exec(html ?? '')![1]!).pathname;
  }

  async function follow(reader: string, kind: 'o' | 'c', agent = BROWSER): Promise<void> {
    await world.http
      .get(await pathOf(reader, kind))
      .set('User-Agent', agent)
      .expect(kind === 'o' ? 200 : 302);
  }

  it('has the estimated number of recipients: a suppressed contact does not count', async () => {
    const { campaign } = await get(`/campaigns/${id}`);
    expect([estimated, campaign.recipients_count]).toEqual([8, 8]);
    const { emails } = await get(`/campaigns/${id}/emails?search=blocked`);
    expect(emails.total).toBe(0);
  });

  it('counts them in the report of the campaign', async () => {
    const { campaigns } = await get('/campaigns?with[]=stats');
    expect(campaigns.data[0].stats).toMatchObject({
      ...{ total: 8, sent: 7, views: 4, clicks: 3, unsubscribers: 1, bounced: 0, failed: 1 },
    });
    const { analytics } = await get(`/campaigns/${id}/status`);
    expect(analytics).toMatchObject({
      open: { total: 4, rate: OPEN_RATE },
      click: { total: 3, rate: CLICK_RATE },
      unsubscribe: { total: 1 },
    });
    const figures = { sent: 7, delivered: 7, opened: 4, clicked: 3, open_rate: OPEN_RATE, click_rate: CLICK_RATE };
    expect((await get(`/reports/campaigns/${id}/email-stats`)).stats).toMatchObject(figures);
    expect((await get(`/reports/campaigns/${id}/live`)).stats).toMatchObject(figures);
    const report = await get(`/reports/campaigns/${id}`);
    expect(report.stats).toMatchObject(figures);
    expect(report.timeline).toMatchObject([{ opened: 4, clicked: 3 }]);
    expect(report.links).toMatchObject([{ total: 4, unique: 3, machine: 1 }]);
    expect((await get('/reports/campaigns')).totals).toMatchObject(figures);
  });

  it('counts them per email', async () => {
    const { emails } = await get(`/campaigns/${id}/emails?per_page=50`);
    const shown = (emails.data as { email_address: string; is_open: number; click_counter: number }[]).map(
      ({ email_address, is_open, click_counter }) => [email_address.split('@')[0], is_open, click_counter],
    );
    expect(shown.sort()).toEqual([
      ['both', 1, 1],
      ['click', 1, 2],
      ['full', 0, 0],
      ['late', 1, 1],
      ['leaver', 0, 0],
      ['pixel', 1, 0],
      ['scanned', 0, 0],
      ['silent', 0, 0],
    ]);
    for (const [type, readers] of [
      ['view', OPENED],
      ['click', CLICKED],
      ['unopened', UNOPENED],
    ] as const) {
      const page = (await get(`/campaigns/${id}/emails?filter_type=${type}`)).emails;
      expect([type, page.total]).toEqual([type, readers.length]);
      expect(page.data.map((row: { subscriber_id: number }) => row.subscriber_id).sort()).toEqual(
        idsOf(readers).sort(),
      );
    }
    expect((await get(`/campaigns/${id}/why?email=${addressOf('click')}`)).checks).toContainEqual(
      expect.objectContaining({ check: 'opened', passed: true }),
    );
  });

  it('counts them for all campaigns, lists, tags, and domains', async () => {
    expect((await get('/reports/overview')).email_stats).toMatchObject({
      ...{ emails_sent: 7, emails_opened: 4, emails_clicked: 3, open_rate: OPEN_RATE, click_rate: CLICK_RATE },
    });
    expect((await get('/reports/subscriber-activity')).totals).toMatchObject({ sent: 7, opens: 4, clicks: 3 });
    const rates = { open_rate: OPEN_RATE, click_rate: CLICK_RATE };
    expect((await get('/reports/lists')).lists).toMatchObject([{ id: list, sent: 7, ...rates }]);
    expect((await get('/reports/tags')).tags).toMatchObject([{ id: tag, sent: 7, ...rates }]);
    for (const dimension of ['domain', 'list', 'tag'])
      expect((await get(`/reports/segmentation-analysis?dimension=${dimension}`)).segments).toMatchObject([
        { size: 9, ...rates },
      ]);
  });

  it('counts them for each contact', async () => {
    for (const [reader, stats] of [
      ['pixel', { emails: 1, opens: 1, clicks: 0 }],
      ['click', { emails: 1, opens: 1, clicks: 1 }],
      ['late', { emails: 1, opens: 1, clicks: 1 }],
      ['scanned', { emails: 1, opens: 0, clicks: 0 }],
    ] as const)
      expect((await get(`/subscribers/${idOf(reader)}?with[]=stats`)).subscriber.stats).toEqual(stats);
    // round(100 * (1 - 2 ^ (-points / 10))) of 1 and of 4 points
    const scores = await get('/reports/engagement-scores');
    expect(scores.top.map(({ value }: { value: number }) => value)).toEqual([24, 24, 24, 7]);
    expect(scores.average).toBe(8.8); // (3 * 24 + 7) / 9
    const { timeline } = await get(`/subscribers/${idOf('click')}/timeline`);
    const types = timeline.data.map(({ type }: { type: string }) => type);
    expect(types.slice(0, 4)).toEqual(['email_clicked', 'email_clicked', 'email_opened', 'email_sent']);
  });

  it('finds them by filters and segments', async () => {
    for (const [rule, readers] of [
      [{ source: ['activity', 'opened'], operator: '=', value: id }, OPENED],
      [{ source: ['activity', 'clicked'], operator: '=', value: id }, CLICKED],
      [{ source: ['activity', 'not_opened'], operator: '=', value: id }, UNOPENED],
      [{ source: ['activity', 'last_open_at'], operator: 'within_days', value: 1 }, OPENED],
      [{ source: ['activity', 'last_open_at'], operator: 'not_null' }, OPENED],
    ] as const) {
      const segment = await world.given.segment({ filters: [[rule]] });
      const members = await get(`/segments/${segment.id}/subscribers`);
      expect([rule, members.data.map((one: { id: number }) => one.id).sort()]).toEqual([rule, idsOf(readers).sort()]);
    }
  });

  it('is resent only to recipients who neither opened nor clicked', async () => {
    const { body } = await world.all.post(`/campaigns/${id}/resend-unopened`).expect(200);
    const again = await get(`/campaigns/${body.campaign.id}/estimated-recipients-count`);
    expect(again).toMatchObject({ estimated_count: 2, excluded: { not_subscribed: 1 } });
  });

  it('exports each email with its first open, and no bounce of a message that only failed', async () => {
    const { text } = await new Downloads(world).get(
      `/reports/campaigns/${id}/export?format=json&include[]=basic&include[]=subscribers`,
    );
    const file = JSON.parse(text) as { basic: object; subscribers: Record<string, string | number | null>[] };
    expect(file.basic).toMatchObject({ sent: 7, opened: 4, clicked: 3, open_rate: OPEN_RATE });
    const rowOf = (reader: string) => file.subscribers.find(({ email }) => email === addressOf(reader))!;
    for (const [reader, opens, clicks] of [
      ['pixel', 1, 0],
      ['both', 1, 1],
      ['click', 1, 2],
      ['late', 1, 1],
      ['scanned', 0, 0],
      ['silent', 0, 0],
    ] as const)
      expect({ reader, ...rowOf(reader) }).toMatchObject({ reader, opens, clicks });
    expect(rowOf('click')['opened_at']).toBe(rowOf('click')['clicked_at']);
    expect(rowOf('scanned')['opened_at']).toBeNull();
    expect(rowOf('full')).toMatchObject({ status: 'failed', bounced_at: null, bounce_type: null });
  });

  it('announces each open once, with its cause', async () => {
    const events = await world.db.query<{ data: string }>(
      `SELECT data FROM domain_events WHERE type = 'email.opened' ORDER BY id`,
    );
    const raised = events.map(({ data }) => (JSON.parse(data) as { email: { to: string; by: string } }).email);
    expect(raised.map(({ to, by }) => `${to.split('@')[0]} ${by}`).sort()).toEqual([
      ...['both pixel', 'click click', 'late click', 'pixel pixel'],
    ]);
  });

  it('reports why a recipient unsubscribed', async () => {
    const { unsubscribes } = await get(`/campaigns/${id}/unsubscribers`);
    expect(unsubscribes.data).toMatchObject([
      { subscriber_id: idOf('leaver'), type: 'page', reason: 'too many mails' },
    ]);
  });
});

const addressOf = (reader: string): string => `${reader}@four.example`;
