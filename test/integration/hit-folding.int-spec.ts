import Redis from 'ioredis';
import { RollupsRebuild } from '../../src/modules/rollups/rollups-rebuild.service.js';
import { TrackingWriter } from '../../src/modules/tracking/folding/tracking-writer.service.js';
import { TrackingStreamReader } from '../../src/modules/tracking/folding/tracking-stream-reader.js';
import { type TrackingEvent, newHitUid, writeEvent } from '../../src/modules/tracking/tracking-event.js';
import { publicPaths, type SentEmails, insertSentEmails } from '../support/builders/sent-mails.js';
import { World } from '../support/world.js';

const AGENT = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const LINKS = ['https://shop.example/a', 'https://shop.example/b', 'https://shop.example/c', 'https://shop.example/d'];
const YESTERDAY = Date.now() - 86_400_000;
const MAILS = 40;

describe('folding hits into the ledger', () => {
  let world: World;
  let mails: SentEmails;
  let fold: TrackingWriter;

  beforeAll(async () => {
    world = await World.start();
    const list = await world.given.list();
    const campaign = await world.given.campaign({ lists: [list.id] });
    mails = await insertSentEmails(world.db, {
      campaignId: campaign.id,
      listId: list.id,
      emailCount: MAILS,
      links: LINKS,
    });
    fold = world.worker!.get(TrackingWriter, { strict: false });
  });
  afterAll(async () => {
    await world.stop();
  });

  function click(mail: number, link: number, after: number, wanted: Partial<TrackingEvent> = {}): TrackingEvent {
    return {
      uid: newHitUid(),
      messageId: mails.messageIds[mail]!,
      kind: 'click',
      linkId: mails.linkIds[link]!,
      isDecoy: false,
      isHead: false,
      at: YESTERDAY + after,
      reason: null,
      userAgent: AGENT,
      client: '0123456789abcdef',
      ...wanted,
    };
  }

  const countsOf = async (mail: number): Promise<Record<string, number>> => {
    const [row] = await world.db.query<Record<string, number>>(
      `SELECT human_opens, human_clicks, machine_opens, machine_clicks, first_human_click_at IS NOT NULL AS clicked
         FROM email_messages WHERE id = :id`,
      { id: mails.messageIds[mail]! },
    );
    return { ...row! };
  };

  /** Clicks by people and by machines, of the campaign and of everything, by the rollups. */
  const reported = async (): Promise<unknown> =>
    world.db.query(
      `SELECT 'campaign' AS of, day, clicked, machine_clicks FROM campaign_daily_stats WHERE clicked <> 0 OR machine_clicks <> 0
        UNION ALL SELECT 'all', day, clicked, machine_clicks FROM daily_stats WHERE clicked <> 0 OR machine_clicks <> 0
        ORDER BY 1, 2`,
    );
  const day = (moment: number): string => new Date(moment).toISOString().slice(0, 10);

  it('takes back what it told of a scanner whose first click came alone, on the day it was told of', async () => {
    await fold.fold([click(0, 0, 0)]);
    await world.settle();
    expect(await countsOf(0)).toMatchObject({ human_clicks: 1, machine_clicks: 0, clicked: 1 });
    expect(await reported()).toEqual([
      { of: 'all', day: day(YESTERDAY), clicked: 1, machine_clicks: 0 },
      { of: 'campaign', day: day(YESTERDAY), clicked: 1, machine_clicks: 0 },
    ]);
    await fold.fold([click(0, 1, 200), click(0, 2, 400), click(0, 3, 600)]);
    await world.settle();
    expect(await countsOf(0)).toEqual({
      ...{ human_opens: 0, human_clicks: 0, machine_opens: 0, machine_clicks: 4, clicked: 0 },
    });
    expect(await reported()).toEqual([
      { of: 'all', day: day(YESTERDAY), clicked: 0, machine_clicks: 4 },
      { of: 'campaign', day: day(YESTERDAY), clicked: 0, machine_clicks: 4 },
    ]);
  });

  it('counts the same when everything is counted again', async () => {
    const before = await reported();
    await world.worker!.get(RollupsRebuild, { strict: false }).run();
    expect(await reported()).toEqual(before);
  });

  it('tells of a person who comes after the scanner, as of the first', async () => {
    await fold.fold([click(0, 1, 3_600_000, { client: 'fedcba9876543210' })]);
    await world.settle();
    const told = await world.db.query<{ data: string }>(
      `SELECT data FROM domain_events WHERE type = 'email.clicked' AND subject_id = :id ORDER BY id`,
      { id: mails.messageIds[0]! },
    );
    expect(told.map(({ data }) => (JSON.parse(data) as { email: object }).email)).toMatchObject([
      { first_click: true, url: LINKS[0] },
      { first_click: true, url: LINKS[1] },
    ]);
    expect(await countsOf(0)).toMatchObject({ human_clicks: 1, machine_clicks: 4, clicked: 1 });
  });

  it('changes nothing when the same hits come again, alone or among others', async () => {
    const hits = [click(1, 0, 0), click(1, 1, 60_000)];
    await fold.fold(hits);
    await fold.fold([...hits, click(2, 0, 0), ...hits]);
    expect(await countsOf(1)).toMatchObject({ human_clicks: 2 });
    expect(await countsOf(2)).toMatchObject({ human_clicks: 1 });
  });

  it('drops a hit of a mail that is gone, and folds the others', async () => {
    await fold.fold([click(3, 0, 0), { ...click(3, 0, 0), messageId: 4_000_000 }]);
    expect(await countsOf(3)).toMatchObject({ human_clicks: 1 });
  });

  it('is done by many at the same time without a deadlock and without losing one', async () => {
    const [from, to] = [10, MAILS];
    const batches = Array.from({ length: 12 }, (_, batch) =>
      Array.from({ length: to - from }, (_each, index) =>
        // Hours apart, so that they are people; in another order each time, so that locks could meet.
        click(from + ((index * (batch + 1)) % (to - from)), index % 2, (batch * 60 + index) * 3_600_000),
      ),
    );
    await Promise.all(batches.map((batch) => fold.fold(batch)));
    const [row] = await world.db.query<{ total: number }>(
      'SELECT SUM(human_clicks) AS total FROM email_messages WHERE id IN (:ids)',
      { ids: mails.messageIds.slice(from, to) },
    );
    expect(row?.total).toBe(12 * (to - from));
  });

  it('does not let a hit that cannot be folded hold up those that waited in the database with it', async () => {
    const hits = [click(7, 0, 0), { ...click(8, 0, 0), linkId: 2 ** 40 }, click(9, 0, 0)];
    for (const hit of hits)
      await world.db.transaction((tx) => tx.insertRows('email_hit_inbox', ['entry'], [[writeEvent(hit)]]));
    await world.settle();
    for (const [mail, human_clicks] of [
      [7, 1],
      [8, 0],
      [9, 1],
    ] as const)
      expect(await countsOf(mail)).toMatchObject({ human_clicks });
  });

  it('reads again what Redis had handed out when the connection broke', async () => {
    const { url, prefix } = world.config.redis;
    const redis = new Redis(url);
    const stream = `{${prefix}:hits}:stream`;
    // So that the worker is known to read.
    await world.http
      .get(publicPaths(world.env).click(mails.messageIds[6]!, mails.linkIds[0]!))
      .set('User-Agent', AGENT);
    await world.settle();
    // As if it had been said to the worker, which never got to hear it.
    const [, said] = (await redis
      .multi()
      .xadd(stream, '*', 'hits', JSON.stringify([writeEvent(click(5, 0, 0))]))
      .xreadgroup('GROUP', 'fold', 'folder', 'STREAMS', stream, '>')
      .exec())!;
    expect(said).toEqual([null, [[stream, [expect.anything()]]]]);
    const reader = world.worker!.get(TrackingStreamReader, { strict: false });
    (Reflect.get(reader, 'client') as Redis).disconnect(true);
    await world.settle();
    expect(await countsOf(5)).toMatchObject({ human_clicks: 1 });
    await redis.quit();
  });

  it('does nothing about what somebody else wrote into the stream', async () => {
    const { url, prefix } = world.config.redis;
    const redis = new Redis(url);
    const stream = `{${prefix}:hits}:stream`;
    for (const junk of ['', 'null', '[null, {}, 7, "x"]', '[[[', '{"u":1}'])
      await redis.xadd(stream, '*', 'hits', junk);
    await redis.xadd(stream, '*', 'other', 'field');
    const path = publicPaths(world.env).click(mails.messageIds[4]!, mails.linkIds[0]!);
    await world.http.get(path).set('User-Agent', AGENT).expect(302).expect('Location', LINKS[0]!);
    await world.settle();
    expect(await countsOf(4)).toMatchObject({ human_clicks: 1 });
    await redis.quit();
  });
});
