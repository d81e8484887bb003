import { NestFactory } from '@nestjs/core';
import { DemoProcessModule } from '../../../src/processes/demo-process.module.js';
import { DemoService } from '../../../src/modules/development/demo/demo.service.js';
import type { AppConfig } from '../../../src/platform/config/config.js';
import { DatabaseSnapshot } from '../../support/database-snapshot.js';
import { DocumentPage } from '../../support/documents.js';
import { RUN_PAGES, runShell, runTypeScript, typeErrors } from '../../support/guide.js';
import { freePort } from '../../support/free-port.js';
import { storedRows } from '../../support/stored-rows.js';
import { World, type WorldOptions } from '../../support/world.js';

const DAY_MS = 86_400_000;
/** Of the sample shop: two campaigns, two imports, and the webhook. */
const DEMO_DAYS = 28;

/** What the installation counts, and where its background work has got to: a page adds to them by creating its own records. */
const COUNTED_TABLES: ReadonlySet<string> = new Set([
  // of the installation, by status, hour, day, domain, and currency
  ...['contact_counters', 'contact_totals', 'contact_growth_stats', 'hourly_stats', 'daily_stats'],
  ...['domain_daily_stats', 'reason_daily_stats', 'revenue_daily_stats'],
  // of the server that sends, and of the mailbox provider of the recipients
  ...['send_rates', 'sender_days', 'sender_health', 'sender_destinations'],
  // of a funnel of the shop that the customer of a page enters, and of the confirmation emails
  ...['funnel_counts', 'funnel_step_counts', 'funnel_step_daily_stats', 'sending_tallies'],
  ...['relay_state', 'funnel_watches', 'segment_watches', 'segment_members', 'segment_marks'],
]);

/** An id that the sample has not read from a response, or a host outside of the domains that RFC 2606 reserves. */
const FOREIGN =
  /\$API\/[a-z/-]+\/[1-9]\d*|https?:\/\/(?!localhost\b|127\.|[a-z0-9.-]+\.(?:test|invalid|example)\b(?!\.))[a-z][^\s'"]*/g;

/** An installation in development, with its mailbox and its receiver of webhooks. */
class Installation {
  private constructor(
    readonly world: World,
    private readonly receiver: number,
  ) {}

  static async start(options: Pick<WorldOptions, 'prepare'> = {}): Promise<Installation> {
    const receiver = await freePort();
    const env = {
      NODE_ENV: 'development',
      DEV_MAILBOX_SMTP_PORT: String(await freePort()),
      DEV_WEBHOOK_RECEIVER_PORT: String(receiver),
      MAIL_FROM: 'News <news@carillon.example>',
    };
    return new Installation(await World.start({ ...options, env }), receiver);
  }

  /** Does what a page says. @returns the rows of others that are not what they were before. */
  async follow(page: string): Promise<string[]> {
    const { world } = this;
    await world.settle();
    const before = await storedRows(world.db);
    process.env['CARILLON_URL'] = world.origin;
    try {
      await runShell(page, world, { ORIGIN: world.origin, RECEIVER: `https://localhost:${this.receiver}` });
      await runTypeScript(page, world);
    } finally {
      delete process.env['CARILLON_URL'];
    }
    await world.settle();
    const after = await storedRows(world.db);
    return Object.entries(before)
      .filter(([table]) => !COUNTED_TABLES.has(table))
      .flatMap(([table, rows]) => {
        const kept = new Set(after[table]);
        const changed = rows.map(String).filter((row) => !kept.has(row));
        return changed.filter((row) => !isLeftover(row, after['webhooks'] ?? [])).map((row) => `${table} ${row}`);
      });
  }
}

/** A deleted webhook leaves its deliveries and replays for a periodic task. */
function isLeftover(row: string, webhooks: readonly unknown[]): boolean {
  const { webhook_id: webhook } = JSON.parse(row) as { webhook_id?: number };
  return webhook !== undefined && !webhooks.some((each) => (JSON.parse(String(each)) as { id: number }).id === webhook);
}

describe('every page of the documentation, with curl and then with the typed client', () => {
  describe('on an empty installation', () => {
    let empty: Installation;
    let snapshot: DatabaseSnapshot;
    beforeAll(async () => {
      empty = await Installation.start();
      snapshot = await DatabaseSnapshot.of(empty.world);
    });
    afterEach(async () => {
      await snapshot.restore('DELETE FROM');
    });

    it.each(RUN_PAGES)('%s works', async (page) => {
      await empty.follow(page);
    });
  });

  describe('on sample data', () => {
    let shop: Installation;
    beforeAll(async () => {
      shop = await Installation.start({ prepare: loadSampleData });
      // Nothing of the shop becomes due by itself.
      await shop.world.db.query('UPDATE funnel_entries SET due_at = due_at + INTERVAL 1 DAY WHERE due_at IS NOT NULL');
    });

    it.each(RUN_PAGES)('%s works twice in a row, and changes nothing that it did not create', async (page) => {
      expect([await shop.follow(page), await shop.follow(page)]).toEqual([[], []]);
    });
  });

  it('has TypeScript that a strict compiler accepts', () => {
    expect(typeErrors()).toEqual([]);
  });

  it('calls nothing by an id of another installation, and no host that exists', () => {
    const faults = DocumentPage.all().flatMap(({ file, blocks }) =>
      blocks
        .filter(({ language }) => ['sh', 'bash', 'console', 'ts', 'python', 'php'].includes(language))
        .flatMap(({ text }) => text.match(FOREIGN) ?? [])
        .map((found) => `${file}: ${found}`),
    );
    expect(faults).toEqual([]);
  });

  it('has samples that zsh, the shell of macOS, reads like bash: without comments and the names that it reserves', () => {
    const lines = RUN_PAGES.flatMap((file) => DocumentPage.of(file).blocksIn('sh').join('').split('\n'));
    expect(lines.filter((line) => /(^|\s)#|^\s*(path|status)=/.test(line))).toEqual([]);
  });
});

async function loadSampleData(config: AppConfig): Promise<void> {
  const app = await NestFactory.createApplicationContext(DemoProcessModule.with(config), {
    logger: ['error', 'warn'],
    abortOnError: false,
  });
  try {
    const end = new Date(Math.floor(Date.now() / DAY_MS) * DAY_MS);
    await app.get(DemoService, { strict: false }).load({ end, days: DEMO_DAYS, signUpsPerDay: 1 });
  } finally {
    await app.close();
  }
}
