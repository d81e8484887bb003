import { DatabaseSnapshot } from '../../support/database-snapshot.js';
import { RUN_PAGES, runShell, runTypeScript, typeErrors } from '../../support/guide.js';
import { SmtpSink } from '../../support/smtp-sink.js';
import { World } from '../../support/world.js';

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
  afterAll(async () => {
    await world.stop();
    await sink.stop();
  });

  it.each(RUN_PAGES)('works as %s says, with curl and then with the typed client', async (file) => {
    await runShell(file, world);
    await runTypeScript(file, world);
  });

  it('has TypeScript that a strict compiler accepts', () => {
    expect(typeErrors()).toEqual([]);
  });
});
