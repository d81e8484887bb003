import { CampaignScheduler } from '../../../src/modules/campaigns/sending/campaign.scheduler.js';
import { SmtpSink } from '../../support/smtp-sink.js';
import { waitUntil } from '../../support/wait-until.js';
import { World } from '../../support/world.js';

const BODY = '<p>Hello</p><p><a href="{{ unsubscribe_url }}">Unsubscribe</a></p>';

describe('the campaign scheduler', () => {
  let world: World;
  let sink: SmtpSink;

  beforeAll(async () => {
    sink = await SmtpSink.start();
    world = await World.start({ env: { SMTP_URL: sink.url } });
  });
  beforeEach(() => {
    sink.reset();
  });

  async function scheduled(email: string): Promise<number> {
    const list = await world.given.list();
    await world.given.contact({ email, lists: [list.id] });
    const { id } = await world.given.campaign({ email_subject: 'Spring', email_body: BODY, lists: [list.id] });
    await world.all
      .post(`/campaigns/${id}/schedule`)
      .send({ scheduled_at: new Date(Date.now() + 3_600_000).toISOString() })
      .expect(200);
    return id;
  }

  const makeDue = (id: number): Promise<unknown> =>
    world.db.transaction((tx) =>
      tx.execute('UPDATE campaigns SET scheduled_at = NOW() - INTERVAL 1 MINUTE WHERE id = :id', { id }),
    );

  const tick = (): Promise<void> => world.worker!.get(CampaignScheduler, { strict: false }).tick();

  it('never sends an incomplete campaign, and refuses changes that would make a scheduled one incomplete', async () => {
    const id = await scheduled('fit@example.com');
    const refused = await world.all.put(`/campaigns/${id}`).send({ email_subject: '', email_body: '' }).expect(400);
    expect(Object.keys(refused.body.data.params)).toEqual(['email_subject', 'email_body']);
    await world.all.put(`/campaigns/${id}`).send({ email_subject: 'Summer' }).expect(200);

    // Whatever made it incomplete, the scheduler checks again.
    await world.db.transaction((tx) => tx.execute(`UPDATE campaigns SET email_body = '' WHERE id = :id`, { id }));
    await makeDue(id);
    await tick();
    await world.settle();
    const { body } = await world.all.get(`/campaigns/${id}`).expect(200);
    expect(body.campaign).toMatchObject({ status: 'paused', settings: { sending: { waiting_reason: 'not_ready' } } });
    expect(sink.messages).toHaveLength(0);
    await world.all.post(`/campaigns/${id}/resume`).expect(400);
  });

  it('starts the other campaigns when one fails', async () => {
    const [broken, fine] = [await scheduled('broken@example.com'), await scheduled('fine@example.com')];
    await world.db.transaction((tx) =>
      tx.execute(`UPDATE campaigns SET settings = '{' WHERE id = :broken`, { broken }),
    );
    await makeDue(broken);
    await makeDue(fine);
    await tick();
    await waitUntil('the other one is sent', async () => {
      const { body } = await world.all.get(`/campaigns/${fine}/status`).expect(200);
      return body.campaign.status === 'sent';
    });
    expect(sink.messages.map((message) => message.envelope.to[0])).toEqual(['fine@example.com']);
    await world.db.transaction((tx) => tx.execute('DELETE FROM campaigns WHERE id = :broken', { broken }));
  });
});
