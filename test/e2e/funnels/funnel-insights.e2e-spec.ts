import type { GivenContact } from '../../support/given.js';
import { ManualClock } from '../../support/manual-clock.js';
import { SmtpSink } from '../../support/smtp-sink.js';
import { World } from '../../support/world.js';

const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const BODY = '<p><a href="https://shop.example/">Look</a> <a href="{{ unsubscribe_url }}">Unsubscribe</a></p>';

describe('funnel figures', () => {
  let sink: SmtpSink;
  let world: World;
  let clock: ManualClock;
  beforeAll(async () => {
    sink = await SmtpSink.start();
    world = await World.start({ env: { SMTP_URL: sink.url } });
    clock = new ManualClock(world, new Date());
  });

  const get = async (path: string) => (await world.all.get(path).expect(200)).body;

  /** An email, a wait of a day, and a tag, in that order. */
  async function welcome() {
    const tag = await world.given.tag();
    const funnel = await world.given.publishedFunnel({
      sequences: [
        { action_name: 'send_custom_email', title: 'Hello', settings: { email_subject: 'Hello', email_body: BODY } },
        {
          action_name: 'wait_times',
          title: 'A day',
          settings: { wait_type: 'unit_wait', wait_time_amount: 1, wait_time_unit: 'days' },
        },
        { action_name: 'add_contact_to_tag', title: 'Mark', settings: { tags: [tag.id] } },
      ],
    });
    const { sequences } = await get(`/funnels/${funnel.id}/sequences`);
    const [hello, wait, mark] = (sequences as { id: number }[]).map(({ id }) => id) as [number, number, number];
    return { id: funnel.id, title: funnel.title, hello, wait, mark };
  }

  async function enroll(id: number, many: number): Promise<GivenContact[]> {
    const contacts: GivenContact[] = [];
    for (let made = 0; made < many; made += 1) contacts.push(await world.given.contact());
    await world.all
      .post(`/funnels/${id}/subscribers`)
      .send({ subscribers: contacts.map((contact) => contact.id) })
      .expect(200);
    await world.settle();
    return contacts;
  }

  const figuresOf = async (id: number) => {
    const { subscribers, exits } = await get(`/funnels/${id}/report`);
    return { ...subscribers, exits };
  };

  it('are correct for all enrollments', async () => {
    const { id, hello, wait, mark } = await welcome();
    const [stays, removed, deleted] = (await enroll(id, 3)) as [GivenContact, GivenContact, GivenContact];
    const emails = await Promise.all(sink.messages.map((message) => message.parsed()));
    const html = emails.find(({ to }) => JSON.stringify(to).includes(stays.email))?.html ?? '';
    const pixel = new URL(/src="([^"]+\/t\/o\/[^"]+)"/.exec(html)![1]!).pathname;
    await world.http.get(pixel).set('User-Agent', BROWSER).expect(200);
    await world.settle();

    const live = await get(`/reports/funnels/${id}/live`);
    expect(live).toMatchObject({ active: 3, waiting: 3, entered_last_hour: 3, completed_last_hour: 0 });
    expect(live.by_sequence).toEqual([
      { sequence_id: hello, title: 'Hello', waiting: 0 },
      { sequence_id: wait, title: 'A day', waiting: 3 },
      { sequence_id: mark, title: 'Mark', waiting: 0 },
    ]);

    await world.all.delete(`/funnels/${id}/subscribers/${removed.id}`).expect(200);
    await world.all.delete(`/subscribers/${deleted.id}`).expect(200);
    await world.settle();
    expect(await figuresOf(id)).toEqual({
      total_entered: 3,
      currently_active: 1,
      completed: 0,
      completion_rate: 0,
      exits: [
        { reason: 'contact_deleted', total: 1 },
        { reason: 'removed_by_hand', total: 1 },
      ],
    });

    await clock.forward({ days: 1 });
    expect(await figuresOf(id)).toMatchObject({ currently_active: 0, completed: 1, completion_rate: 33.3 });
    const { sequence_performance, steps } = await get(`/funnels/${id}/conversion-rates`);
    expect(sequence_performance).toEqual([
      {
        sequence_id: hello,
        title: 'Hello',
        sent: 3,
        opened: 1,
        clicked: 0,
        tracked: 3,
        open_rate: 33.3,
        click_rate: 0,
        revenue: { total: 0, orders: 0, currency: null },
      },
    ]);
    expect(steps).toEqual([
      { sequence_id: hello, title: 'Hello', entered: 3, converted: 3, conversion_rate: 100, median_seconds: 0 },
      { sequence_id: wait, title: 'A day', entered: 3, converted: 1, conversion_rate: 33.3, median_seconds: 86_400 },
      { sequence_id: mark, title: 'Mark', entered: 1, converted: 1, conversion_rate: 100, median_seconds: 0 },
    ]);
    expect((await get(`/funnels/${id}/sequences/${hello}`)).stats).toEqual({
      entered: 3,
      completed: 3,
      sent: 3,
      opened: 1,
      clicked: 0,
    });
  });

  it('show a step in its newest version', async () => {
    const { id, hello, wait } = await welcome();
    await enroll(id, 1);
    const { sequence, stats } = await get(`/funnels/${id}/sequences/${wait}`);
    expect(sequence).toMatchObject({ id: wait, funnel_id: id, action_name: 'wait_times', title: 'A day', sequence: 2 });
    expect(stats).toEqual({ entered: 1, completed: 0, sent: 0, opened: 0, clicked: 0 });

    const settings = { email_subject: 'Hello', email_body: BODY };
    await world.all
      .put(`/funnels/${id}/sequences`)
      .send({ sequences: [{ id: hello, action_name: 'send_custom_email', title: 'Good morning', settings }] })
      .expect(200);
    expect((await get(`/funnels/${id}/sequences/${hello}`)).sequence.title).toBe('Good morning');
    const former = await get(`/funnels/${id}/sequences/${wait}`);
    expect(former).toEqual({ sequence, stats });
    // One contact is still active.
    const { by_sequence } = await get(`/reports/funnels/${id}/live`);
    expect(by_sequence).toEqual([
      { sequence_id: hello, title: 'Good morning', waiting: 0 },
      { sequence_id: wait, title: 'A day', waiting: 1 },
    ]);
  });

  it('do not exist for steps of other funnels and deleted funnels', async () => {
    const [one, other] = [await welcome(), await welcome()];
    for (const step of [other.hello, 4_000_000_000, 0, 'abc']) {
      const { body } = await world.all.get(`/funnels/${one.id}/sequences/${step}`).expect(404);
      expect(body).toMatchObject({ code: 'rest_post_invalid_id', message: 'Invalid post ID.' });
    }
    await world.all.delete(`/funnels/${one.id}`).expect(200);
    const { body } = await world.all.get(`/funnels/${one.id}/sequences/${one.hello}`).expect(404);
    expect(body).toMatchObject({ code: 'rest_post_invalid_id', message: 'Invalid funnel ID.' });
  });

  it('show the start and end of enrollments in the timeline of contacts', async () => {
    const funnel = await welcome();
    const [stays, leaves] = (await enroll(funnel.id, 2)) as [GivenContact, GivenContact];
    await world.all.delete(`/funnels/${funnel.id}/subscribers/${leaves.id}`).expect(200);
    await clock.forward({ days: 1 });

    const items = async (contactId: number): Promise<{ type: string; title: string; data: object }[]> => {
      const { timeline } = await get(`/subscribers/${contactId}/timeline?per_page=100`);
      return timeline.data.filter(({ type }: { type: string }) => type.startsWith('funnel_'));
    };
    const about = { funnel_id: funnel.id, title: funnel.title, version: 1, entry_id: expect.any(Number) };
    expect(await items(stays.id)).toMatchObject([
      { type: 'funnel_completed', title: `Completed funnel: ${funnel.title}`, data: { ...about, reason: null } },
      { type: 'funnel_entered', title: `Entered funnel: ${funnel.title}`, data: about },
    ]);
    expect(await items(leaves.id)).toMatchObject([
      { type: 'funnel_exited', title: `Left funnel: ${funnel.title}`, data: { ...about, reason: 'removed_by_hand' } },
      { type: 'funnel_entered', data: about },
    ]);
  });
});
