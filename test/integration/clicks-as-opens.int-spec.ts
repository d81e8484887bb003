import { DataSource } from 'typeorm';
import { CountClicksAsOpens1767225788000 } from '../../src/migrations/1767225788000-clicks-count-as-opens.js';
import { RollupsRebuild } from '../../src/modules/rollups/rollups-rebuild.service.js';
import { TrackingWriter } from '../../src/modules/tracking/ledger/tracking-writer.service.js';
import { type TrackingEvent, newEventUid } from '../../src/modules/tracking/tracking-event.js';
import { clickedMail } from '../support/builders/clicks.js';
import { type SentEmails, insertSentEmails } from '../support/builders/sent-mails.js';
import { World } from '../support/world.js';

const CLICKED = '2026-06-10T09:00:00.123Z';
const OPENED = '2026-06-10T11:00:00.000Z';

describe('emails that were clicked before a click counted as an open', () => {
  let world: World;
  let campaign: number;
  let funnel: number;
  const emails: number[] = [];
  const migration = new CountClicksAsOpens1767225788000();

  beforeAll(async () => {
    world = await World.start();
    const [ada, ben] = [await world.given.contact(), await world.given.contact()];
    campaign = (await world.given.campaign()).id;
    funnel = 77;
    emails.push(
      await clickedMail(world, ada, { campaign }, CLICKED),
      await clickedMail(world, ben, { campaign }, CLICKED),
      await clickedMail(world, ada, { funnel, step: 5 }, CLICKED),
    );
    await world.db.transaction(async (tx) => {
      await tx.execute(
        'UPDATE email_messages SET first_human_open_at = :at, human_opens = 1, first_human_click_at = :at WHERE id = :id',
        { at: new Date(OPENED), id: emails[1]! },
      );
      await tx.execute(`UPDATE email_messages SET variant = 'a' WHERE id IN (:emails)`, { emails });
      await tx.execute(
        `INSERT INTO campaign_variants (campaign_id, variant_key, position, content_id, clicked)
         VALUES (:campaign, 'a', 0, 0, 2)`,
        { campaign },
      );
    });
    await world.settle();
  });

  async function migrate(direction: 'up' | 'down'): Promise<void> {
    const runner = world.worker!.get(DataSource, { strict: false }).createQueryRunner();
    try {
      await migration[direction](runner);
    } finally {
      await runner.release();
    }
    await world.settle();
  }

  async function state(): Promise<unknown> {
    const [variant] = await world.db.query<{ opened: number }>('SELECT opened FROM campaign_variants');
    const opened = await world.db.query<{ at: Date | null }>(
      'SELECT first_human_open_at AS at FROM email_messages WHERE id IN (:emails) ORDER BY id',
      { emails },
    );
    const counted = await world.db.query(
      `SELECT 'campaign' AS \`of\`, CAST(day AS CHAR) AS day, opened FROM campaign_daily_stats WHERE opened <> 0
        UNION ALL SELECT 'step', CAST(day AS CHAR), opened FROM funnel_step_daily_stats WHERE opened <> 0
        UNION ALL SELECT 'all', CAST(day AS CHAR), opened FROM daily_stats WHERE opened <> 0
        UNION ALL SELECT 'contact', CAST(day AS CHAR), opened FROM contact_daily_stats WHERE opened <> 0`,
    );
    return { variant: variant?.opened, opened: opened.map(({ at }) => at?.toISOString() ?? null), counted };
  }

  const BEFORE = { variant: 0, opened: [null, OPENED, null], counted: [] };
  const AFTER = {
    variant: 1,
    opened: [CLICKED, OPENED, CLICKED],
    counted: [
      { of: 'campaign', day: '2026-06-10', opened: 1 },
      { of: 'step', day: '2026-06-10', opened: 1 },
      { of: 'all', day: '2026-06-10', opened: 2 },
      { of: 'contact', day: '2026-06-10', opened: 2 },
    ],
  };

  it('count as opened at their first click in the ledger, in A/B tests and in reports', async () => {
    expect(await state()).toEqual(BEFORE);
    await migrate('up');
    expect(await state()).toEqual(AFTER);
    await migrate('up');
    expect(await state()).toEqual(AFTER);
  });

  it('have the same figures after a rebuild of the rollups', async () => {
    await world.worker!.get(RollupsRebuild, { strict: false }).run();
    expect(await state()).toEqual(AFTER);
  });

  it('have silent events for the new opens', async () => {
    const events = await world.db.query<{ silent: number; data: string }>(
      `SELECT silent, data FROM domain_events WHERE type = 'email.opened' ORDER BY id`,
    );
    expect(events.map(({ silent }) => silent)).toEqual([1, 1]);
    expect(events.map(({ data }) => (JSON.parse(data) as { email: object }).email)).toMatchObject([
      {
        id: emails[0],
        campaign_id: campaign,
        funnel_id: null,
        opened_at: CLICKED,
        by: 'click',
        to: 'reader@example.com',
      },
      { id: emails[2], campaign_id: null, funnel_id: funnel, sequence_id: 5, opened_at: CLICKED, by: 'click' },
    ]);
  });

  it('are unopened again after the migration is reverted, unless the pixel was loaded', async () => {
    await migrate('down');
    expect(await state()).toEqual(BEFORE);
  });
});

describe('an open that was derived from a click', () => {
  const START = Date.now() - 86_400_000;
  let world: World;
  let sent: SentEmails;

  beforeAll(async () => {
    world = await World.start();
    const list = await world.given.list();
    const { id } = await world.given.campaign({ lists: [list.id] });
    const links = ['a', 'b', 'c'].map((page) => `https://shop.example/${page}`);
    sent = await insertSentEmails(world.db, { campaignId: id, listId: list.id, emailCount: 1, links });
  });

  const event = (kind: 'open' | 'click', link: number | null, after: number, client = '0'): TrackingEvent => ({
    ...{ uid: newEventUid(), messageId: sent.messageIds[0]!, kind, linkId: link === null ? null : sent.linkIds[link]! },
    ...{ isDecoy: false, isHead: false, at: START + after, reason: null, client: client.repeat(16) },
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  });

  /** Returns the figures of the ledger and the rollups; checks that a rebuild does not change the rollups. */
  async function figures(): Promise<unknown> {
    await world.settle();
    const counted = (): Promise<unknown> =>
      world.db.query(
        'SELECT SUM(opened) AS opened, SUM(clicked) AS clicked, SUM(machine_opens) AS machineOpens FROM campaign_daily_stats',
      );
    const figures = await counted();
    await world.worker!.get(RollupsRebuild, { strict: false }).run();
    expect(await counted()).toEqual(figures);
    const [email] = await world.db.query<{ open: Date | null; click: Date | null; human_opens: number }>(
      'SELECT first_human_open_at AS open, first_human_click_at AS click, human_opens FROM email_messages',
    );
    const after = (at: Date | null | undefined): number | null => (at ? at.getTime() - START : null);
    return {
      ...(figures as object[])[0],
      pixels: email?.human_opens,
      open: after(email?.open),
      click: after(email?.click),
    };
  }

  it('is removed with the click of a scanner, and counted again for the next person', async () => {
    const writer = world.worker!.get(TrackingWriter, { strict: false });
    await writer.write([event('click', 0, 0)]);
    const none = { machineOpens: 0, pixels: 0 };
    expect(await figures()).toEqual({ opened: 1, clicked: 1, open: 0, click: 0, ...none });
    await writer.write([event('click', 1, 200), event('click', 2, 400)]);
    expect(await figures()).toEqual({ opened: 0, clicked: 0, open: null, click: null, ...none });
    await writer.write([event('click', 0, 3_600_000, '1')]);
    expect(await figures()).toEqual({ opened: 1, clicked: 1, open: 3_600_000, click: 3_600_000, ...none });
    await writer.write([event('open', null, 3_700_000, '1')]);
    expect(await figures()).toEqual({ opened: 1, clicked: 1, open: 3_600_000, click: 3_600_000, ...none, pixels: 1 });
  });
});
