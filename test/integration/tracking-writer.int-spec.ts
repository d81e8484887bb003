import Redis from 'ioredis';
import { RollupsRebuild } from '../../src/modules/rollups/rollups-rebuild.service.js';
import { TrackingWriter } from '../../src/modules/tracking/ledger/tracking-writer.service.js';
import { TrackingStreamReader } from '../../src/modules/tracking/ledger/tracking-stream-reader.js';
import { type TrackingEvent, newEventUid, writeEvent } from '../../src/modules/tracking/tracking-event.js';
import { publicPaths, type SentEmails, insertSentEmails } from '../support/builders/sent-mails.js';
import { World } from '../support/world.js';

const AGENT = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const LINKS = ['https://shop.example/a', 'https://shop.example/b', 'https://shop.example/c', 'https://shop.example/d'];
const YESTERDAY = Date.now() - 86_400_000;
const EMAILS = 40;

describe('the writer of tracking events', () => {
  let world: World;
  let emails: SentEmails;
  let writer: TrackingWriter;

  beforeAll(async () => {
    world = await World.start();
    const list = await world.given.list();
    const campaign = await world.given.campaign({ lists: [list.id] });
    emails = await insertSentEmails(world.db, {
      campaignId: campaign.id,
      listId: list.id,
      emailCount: EMAILS,
      links: LINKS,
    });
    writer = world.worker!.get(TrackingWriter, { strict: false });
  });

  function click(email: number, link: number, after: number, changes: Partial<TrackingEvent> = {}): TrackingEvent {
    return {
      uid: newEventUid(),
      messageId: emails.messageIds[email]!,
      kind: 'click',
      linkId: emails.linkIds[link]!,
      isDecoy: false,
      isHead: false,
      at: YESTERDAY + after,
      reason: null,
      userAgent: AGENT,
      client: '0123456789abcdef',
      ...changes,
    };
  }

  const countsOf = async (email: number): Promise<Record<string, number>> => {
    const [row] = await world.db.query<Record<string, number>>(
      `SELECT human_opens, human_clicks, machine_opens, machine_clicks, first_human_click_at IS NOT NULL AS clicked
         FROM email_messages WHERE id = :id`,
      { id: emails.messageIds[email]! },
    );
    return { ...row! };
  };

  /** Returns human and machine clicks of the campaign and in total, from the rollups. */
  const rollups = async (): Promise<unknown> =>
    world.db.query(
      `SELECT 'campaign' AS \`of\`, day, clicked, machine_clicks FROM campaign_daily_stats WHERE clicked <> 0 OR machine_clicks <> 0
        UNION ALL SELECT 'all', day, clicked, machine_clicks FROM daily_stats WHERE clicked <> 0 OR machine_clicks <> 0
        ORDER BY 1, 2`,
    );
  const day = (moment: number): string => new Date(moment).toISOString().slice(0, 10);

  it('reclassifies the first click of a scanner as a machine click, on the day of the click', async () => {
    await writer.write([click(0, 0, 0)]);
    await world.settle();
    expect(await countsOf(0)).toMatchObject({ human_clicks: 1, machine_clicks: 0, clicked: 1 });
    expect(await rollups()).toEqual([
      { of: 'all', day: day(YESTERDAY), clicked: 1, machine_clicks: 0 },
      { of: 'campaign', day: day(YESTERDAY), clicked: 1, machine_clicks: 0 },
    ]);
    await writer.write([click(0, 1, 200), click(0, 2, 400), click(0, 3, 600)]);
    await world.settle();
    expect(await countsOf(0)).toEqual({
      ...{ human_opens: 0, human_clicks: 0, machine_opens: 0, machine_clicks: 4, clicked: 0 },
    });
    expect(await rollups()).toEqual([
      { of: 'all', day: day(YESTERDAY), clicked: 0, machine_clicks: 4 },
      { of: 'campaign', day: day(YESTERDAY), clicked: 0, machine_clicks: 4 },
    ]);
  });

  it('has the same rollups after a rebuild', async () => {
    const before = await rollups();
    await world.worker!.get(RollupsRebuild, { strict: false }).run();
    expect(await rollups()).toEqual(before);
  });

  it('announces the first click of a person after a scanner as the first click', async () => {
    await writer.write([click(0, 1, 3_600_000, { client: 'fedcba9876543210' })]);
    await world.settle();
    const events = await world.db.query<{ data: string }>(
      `SELECT data FROM domain_events WHERE type = 'email.clicked' AND subject_id = :id ORDER BY id`,
      { id: emails.messageIds[0]! },
    );
    expect(events.map(({ data }) => (JSON.parse(data) as { email: object }).email)).toMatchObject([
      { first_click: true, url: LINKS[0] },
      { first_click: true, url: LINKS[1] },
    ]);
    expect(await countsOf(0)).toMatchObject({ human_clicks: 1, machine_clicks: 4, clicked: 1 });
  });

  it('ignores repeated events, alone or among others', async () => {
    const clicks = [click(1, 0, 0), click(1, 1, 60_000)];
    await writer.write(clicks);
    await writer.write([...clicks, click(2, 0, 0), ...clicks]);
    expect(await countsOf(1)).toMatchObject({ human_clicks: 2 });
    expect(await countsOf(2)).toMatchObject({ human_clicks: 1 });
  });

  it('drops an event of a deleted email, and writes the others', async () => {
    await writer.write([click(3, 0, 0), { ...click(3, 0, 0), messageId: 4_000_000 }]);
    expect(await countsOf(3)).toMatchObject({ human_clicks: 1 });
  });

  it('writes concurrent batches without a deadlock and without a lost event', async () => {
    const [from, to] = [10, EMAILS];
    const batches = Array.from({ length: 12 }, (_, batch) =>
      Array.from({ length: to - from }, (_each, index) =>
        // Hours apart, so that they count as human; in a different order each time, so that a deadlock is possible.
        click(from + ((index * (batch + 1)) % (to - from)), index % 2, (batch * 60 + index) * 3_600_000),
      ),
    );
    await Promise.all(batches.map((batch) => writer.write(batch)));
    const [row] = await world.db.query<{ total: number }>(
      'SELECT SUM(human_clicks) AS total FROM email_messages WHERE id IN (:ids)',
      { ids: emails.messageIds.slice(from, to) },
    );
    expect(row?.total).toBe(12 * (to - from));
  });

  it('writes the events of the inbox although one of them cannot be written', async () => {
    const clicks = [click(7, 0, 0), { ...click(8, 0, 0), linkId: 2 ** 40 }, click(9, 0, 0)];
    for (const event of clicks)
      await world.db.transaction((tx) => tx.insertRows('email_hit_inbox', ['entry'], [[writeEvent(event)]]));
    await world.settle();
    for (const [email, human_clicks] of [
      [7, 1],
      [8, 0],
      [9, 1],
    ] as const)
      expect(await countsOf(email)).toMatchObject({ human_clicks });
  });

  it('reads entries again that Redis had delivered when the connection broke', async () => {
    const { url, prefix } = world.config.redis;
    const redis = new Redis(url);
    const stream = `{${prefix}:hits}:stream`;
    // Ensures that the worker reads the stream.
    await world.http
      .get(publicPaths(world.env).click(emails.messageIds[6]!, emails.linkIds[0]!))
      .set('User-Agent', AGENT);
    await world.settle();
    // Delivers an entry in the name of the worker, which does not receive it.
    const [, delivered] = (await redis
      .multi()
      .xadd(stream, '*', 'hits', JSON.stringify([writeEvent(click(5, 0, 0))]))
      .xreadgroup('GROUP', 'fold', 'folder', 'STREAMS', stream, '>')
      .exec())!;
    expect(delivered).toEqual([null, [[stream, [expect.anything()]]]]);
    const reader = world.worker!.get(TrackingStreamReader, { strict: false });
    (Reflect.get(reader, 'client') as Redis).disconnect(true);
    await world.settle();
    expect(await countsOf(5)).toMatchObject({ human_clicks: 1 });
    await redis.quit();
  });

  it('ignores foreign entries of the stream', async () => {
    const { url, prefix } = world.config.redis;
    const redis = new Redis(url);
    const stream = `{${prefix}:hits}:stream`;
    for (const foreign of ['', 'null', '[null, {}, 7, "x"]', '[[[', '{"u":1}'])
      await redis.xadd(stream, '*', 'hits', foreign);
    await redis.xadd(stream, '*', 'other', 'field');
    const path = publicPaths(world.env).click(emails.messageIds[4]!, emails.linkIds[0]!);
    await world.http.get(path).set('User-Agent', AGENT).expect(302).expect('Location', LINKS[0]!);
    await world.settle();
    expect(await countsOf(4)).toMatchObject({ human_clicks: 1 });
    await redis.quit();
  });
});
