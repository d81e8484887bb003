import { DatabaseSnapshot } from '../../support/database-snapshot.js';
import { RUN_PAGES, runShell, runTypeScript, typeErrors } from '../../support/guide.js';
import { SmtpSink } from '../../support/smtp-sink.js';
import { World } from '../../support/world.js';
import { freePort } from '../../support/free-port.js';

/** It uses the mailbox and the receiver of a development installation. */
const TESTING = 'docs/guide/testing-your-integration.md';

describe('the guide', () => {
  let sink: SmtpSink;
  let world: World;
  let snapshot: DatabaseSnapshot;
  beforeAll(async () => {
    sink = await SmtpSink.start();
    world = await World.start({ env: { SMTP_URL: sink.url, MAIL_FROM: 'News <news@carillon.example>' } });
    // Ids must match the pages, which assume a new installation.
    snapshot = await DatabaseSnapshot.of(world);
  });
  afterEach(async () => {
    // An empty table is not truncated and would keep its next id.
    await world.given.contact();
    await world.settle();
    await snapshot.restore();
  });

  it.each(RUN_PAGES.filter((file) => file !== TESTING))(
    'works as %s says, with curl and then with the typed client',
    async (file) => {
      await runShell(file, world);
      await runTypeScript(file, world);
    },
  );

  it('has TypeScript that a strict compiler accepts', () => {
    expect(typeErrors()).toEqual([]);
  });
});

describe('the guide in development', () => {
  let world: World;
  let receiver: number;
  beforeEach(async () => {
    receiver = await freePort();
    world = await World.start({
      env: {
        NODE_ENV: 'development',
        DEV_MAILBOX_SMTP_PORT: String(await freePort()),
        DEV_WEBHOOK_RECEIVER_PORT: String(receiver),
        WEBHOOK_ALLOW_PRIVATE_NETWORKS: 'true',
        MAIL_FROM: 'News <news@carillon.example>',
      },
    });
  });

  it('works as the page about tests says, with curl', async () => {
    await runShell(TESTING, world, { ORIGIN: world.origin, RECEIVER: `https://localhost:${receiver}` });
  });

  it('works as the page about tests says, with the typed client', async () => {
    process.env['CARILLON_URL'] = world.origin;
    try {
      await runTypeScript(TESTING, world);
    } finally {
      delete process.env['CARILLON_URL'];
    }
  });
});
