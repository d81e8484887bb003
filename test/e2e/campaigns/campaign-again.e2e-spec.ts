import { insertSubscribers } from '../../support/builders/audience.js';
import { SmtpSink } from '../../support/smtp-sink.js';
import { World } from '../../support/world.js';

const CONTENT = { email_subject: 'Spring', email_body: '<p>Hello</p><a href="{{ unsubscribe_url }}">bye</a>' };
const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const CROWD = 300;

describe('campaigns to a segment and resends, with a mail server', () => {
  let world: World;
  let sink: SmtpSink;
  beforeAll(async () => {
    sink = await SmtpSink.start();
    world = await World.start({ env: { SMTP_URL: sink.url, MAIL_FROM: 'Carillon <news@carillon.example>' } });
  });
  beforeEach(() => {
    sink.reset();
  });

  const receivers = (): (string | undefined)[] => sink.messages.map(({ envelope }) => envelope.to[0]).sort();

  it('sends to a segment without the excluded contacts, and then to those who did not open', async () => {
    const [list, tag] = [await world.given.list(), await world.given.tag()];
    const inFrance = { lists: [list.id], country: 'FR' };
    await world.given.contact({ email: 'ada@example.com', ...inFrance });
    await world.given.contact({ email: 'bob@example.com', ...inFrance });
    await world.given.contact({ email: 'eve@example.com', ...inFrance, tags: [tag.id] });
    await world.given.contact({ email: 'max@example.com', lists: [list.id], country: 'DE' });
    const segment = await world.given.segment({
      filters: [[{ source: ['subscriber', 'country'], operator: '=', value: 'FR' }]],
    });
    const parent = await world.given.campaign({
      ...CONTENT,
      exclude_tags: [tag.id],
      settings: { sending_filter: 'dynamic_segment', dynamic_segment: { id: segment.id } },
    });
    await world.all.post(`/campaigns/${parent.id}/send`).expect(200);
    await world.settle();
    expect(receivers()).toEqual(['ada@example.com', 'bob@example.com']);

    const toAda = sink.messages.find(({ envelope }) => envelope.to[0] === 'ada@example.com');
    const { html = '' } = (await toAda?.parsed()) ?? {};
    const pixel = /src="http:\/\/carillon\.test(\/t\/o\/[^"]+)"/.exec(html)?.[1] ?? '';
    await world.http.get(pixel).set('User-Agent', BROWSER).expect(200);
    await world.settle();

    sink.reset();
    const { body } = await world.all.post(`/campaigns/${parent.id}/resend-unopened`).expect(200);
    await world.all.post(`/campaigns/${body.campaign.id}/send`).expect(200);
    await world.settle();
    expect(receivers()).toEqual(['bob@example.com']);
    const why = await world.all.get(`/campaigns/${body.campaign.id}/why?email=ada@example.com`).expect(200);
    expect(why.body).toMatchObject({
      verdict: 'did_not_get_it',
      checks: expect.arrayContaining([
        {
          check: 'matched',
          passed: false,
          detail: `The email of campaign ${parent.id} to this contact is not sent and unopened.`,
        },
      ]),
    });
    const other = await world.given.campaign({
      ...CONTENT,
      lists: [list.id],
      settings: { exclude_campaign_ids: [parent.id] },
    });
    sink.reset();
    await world.all.post(`/campaigns/${other.id}/send`).expect(200);
    await world.settle();
    expect(receivers()).toEqual(['eve@example.com', 'max@example.com']);
  });

  it('reaches each contact once under concurrent pauses, resumes, and a final cancel or finish', async () => {
    const list = await world.given.list();
    await insertSubscribers(world.db, list.id, 'hands', CROWD);
    for (const [round, ending] of ['finish', 'cancel', 'finish', 'cancel'].entries()) {
      sink.reset();
      const { id } = await world.given.campaign({ ...CONTENT, title: `Hands ${round}`, lists: [list.id] });
      await world.all.post(`/campaigns/${id}/send`).expect(200);
      for (let turn = 0; turn < 6; turn += 1) {
        const actions = ['pause', 'resume', 'pause', 'resume'].map((action) =>
          world.all.post(`/campaigns/${id}/${action}`),
        );
        for (const { status } of await Promise.all(actions)) expect([200, 400]).toContain(status);
      }
      if (ending === 'cancel') {
        await Promise.all([world.all.post(`/campaigns/${id}/cancel`), world.all.post(`/campaigns/${id}/resume`)]);
      } else await world.all.post(`/campaigns/${id}/resume`);
      await world.settle();

      const { body } = await world.all.get(`/campaigns/${id}/status`).expect(200);
      const total = (status: string): number =>
        body.stat.find((entry: { status: string }) => entry.status === status)?.total ?? 0;
      const sent = receivers();
      expect(new Set(sent).size).toBe(sent.length);
      expect(total('sent')).toBe(sent.length);
      expect(total('pending') + total('processing')).toBe(0);
      // All emails may have been sent before the cancel.
      expect(['sent', 'archived']).toContain(body.campaign.status);
      if (ending === 'finish') expect([body.campaign.status, sent.length]).toEqual(['sent', CROWD]);
    }
  });
});
