import { DataSource } from 'typeorm';
import { Claims } from '../../src/modules/emails/sending/claims.js';
import { injectDatabaseFaults } from '../support/database-faults.js';
import { World } from '../support/world.js';

const SENT = 60_000;
/** As many, for then the optimizer thinks little of a walk along the primary key. */
const PENDING = 60_000;

describe('claiming mails of a large campaign', () => {
  let world: World;

  beforeAll(async () => {
    world = await World.start();
  });
  afterAll(() => world.stop());

  it('never walks past the mails that were sent already', async () => {
    const numbers = Array.from({ length: SENT + PENDING }, (_, index) => index + 1);
    await world.db.transaction(async (tx) => {
      await tx.insertRows(
        'email_messages',
        ['source_type', 'source_id', 'recipient_key', 'content_id', 'state'],
        // Nobody's mails: whoever claims them skips them.
        numbers.map((number) => ['campaign', 1, String(number), 1, number <= SENT ? 'sent' : 'pending']),
      );
      await tx.execute(`INSERT INTO sendings (source_type, source_id, state) VALUES ('campaign', 1, 'open')`);
    });
    await world.db.query('ANALYZE TABLE email_messages');

    const claims: string[] = [];
    const stop = injectDatabaseFaults((sql) => {
      if (/FROM email_messages\b[\s\S]*SKIP LOCKED/.test(sql)) claims.push(sql);
      return undefined;
    });
    const [sending] = await world.db.query<{ id: number }>('SELECT id FROM sendings');
    await world.worker!.get(Claims, { strict: false }).take(sending!.id, 20);
    stop();

    const pending = claims.find((sql) => sql.includes(`state = 'pending'`));
    const [plan] = await world.api.get(DataSource).query<{ key: string; Extra: string }[]>(`EXPLAIN ${pending!}`);
    expect(plan).toMatchObject({ key: 'ix_email_messages_due' });
    expect(plan!.Extra).not.toContain('filesort');
  });
});
