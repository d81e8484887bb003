import { setTimeout as delay } from 'node:timers/promises';
import type { EmailSource } from '../../src/events/email-state.js';
import { Claims } from '../../src/modules/sending/claims/claims.js';
import { SendingCounters } from '../../src/modules/sending/counters/sending-counters.js';
import { InDoubtResolver } from '../../src/modules/sending/engine/in-doubt-resolver.service.js';
import { SendingEngine } from '../../src/modules/sending/engine/sending-engine.service.js';
import { SendingMemory } from '../../src/modules/sending/restore/sending-memory.js';
import { SendingCloser } from '../../src/modules/sending/ledger/sending-closer.js';
import { SendingRuns, type UnknownVerdict } from '../../src/modules/sending/ledger/sending-runs.service.js';
import { Settlement } from '../../src/modules/sending/engine/settlement.js';
import { Database, type Tx } from '../../src/platform/database/database.js';
import { LeaseWatch } from '../../src/platform/work/lease-watch.js';
import { insertSubscribers } from '../support/builders/audience.js';
import { injectDatabaseFaults } from '../support/database-faults.js';
import { TcpProxy } from '../support/tcp-proxy.js';
import { waitUntil } from '../support/wait-until.js';
import { World } from '../support/world.js';
import { RequestRedis } from '../../src/platform/redis/redis.js';
import { OWN_SENDER } from '../../src/platform/smtp/mail-server.js';

/** The ledger without a sending worker: the test runs each step. */
describe('the ledger of a sending run', () => {
  let world: World;
  let sources = 0;

  beforeAll(async () => {
    // No server listens at this address.
    world = await World.start({ env: { SMTP_URL: 'smtp://127.0.0.1:9' } });
    // Its sweep would claim emails while a test has a run open.
    jest.spyOn(service(SendingEngine), 'work').mockResolvedValue();
  });

  const service = <T>(type: abstract new (...args: never[]) => T): T => world.worker!.get<T>(type, { strict: false });

  /** Enrolls recipients in a run that is held, so that no worker sends to them. */
  async function enrolled(size: number): Promise<{ source: EmailSource; sendingId: number }> {
    const source: EmailSource = { type: 'funnel', id: (sources += 1) };
    const list = await world.given.list();
    await insertSubscribers(world.db, list.id, `ledger-${source.id}`, size);
    const contacts = await world.db.query<{ id: number; email: string }>(
      'SELECT c.id, c.email FROM contacts c JOIN contact_lists l ON l.contact_id = c.id WHERE l.list_id = :id ORDER BY c.id',
      { id: list.id },
    );
    const sendings = service(SendingRuns);
    await world.db.transaction(async (tx) => {
      await sendings.open(tx, source, { senderId: null, pacing: null });
      await sendings.hold(tx, source);
      const recipients = contacts.map(({ id, email }) => ({ key: String(id), contactId: id, email, contentId: 1 }));
      await sendings.enrol(tx, source, recipients);
      // Enrolls some again, as after a crash.
      await sendings.enrol(tx, source, recipients.slice(0, 3));
    });
    const [row] = await world.db.query<{ id: number }>(
      `SELECT id FROM sendings WHERE source_type = :type AND source_id = :id`,
      { type: source.type, id: source.id },
    );
    return { source, sendingId: row!.id };
  }

  /** Runs `step` while the run is open. */
  async function whileOpen<T>(source: EmailSource, step: () => Promise<T>): Promise<T> {
    const set = (state: string): Promise<unknown> =>
      world.db.transaction((tx) =>
        tx.execute('UPDATE sendings SET state = :state WHERE source_type = :type AND source_id = :id', {
          state,
          type: source.type,
          id: source.id,
        }),
      );
    await set('open');
    try {
      return await step();
    } finally {
      await set('held');
    }
  }

  async function resolveInDoubt(source: EmailSource): Promise<void> {
    await world.db.transaction((tx) =>
      tx.execute(
        `UPDATE email_messages SET lease_until = NOW(3) - INTERVAL 1 SECOND
          WHERE source_type = :type AND source_id = :id AND state = 'sending'`,
        { type: source.type, id: source.id },
      ),
    );
    // The worker may be resolving them.
    await waitUntil('no lease has ended', async () => {
      await service(InDoubtResolver).resolve();
      const expired = await world.db.query(
        `SELECT id FROM email_messages
          WHERE source_type = :type AND source_id = :id AND state = 'sending' AND lease_until < NOW(3)`,
        { type: source.type, id: source.id },
      );
      return expired.length === 0;
    });
  }

  /** Holds the locks of `lock` until `work` is done, as a process does that stalls inside a transaction. */
  async function whileLocked(lock: (tx: Tx) => Promise<unknown>, work: () => Promise<void>): Promise<void> {
    await world.db.transaction(async (tx) => {
      await lock(tx);
      await work();
    });
  }
  const statusOf = async (contactId: number): Promise<string> => {
    const { body } = await world.all.get(`/subscribers/${contactId}`).expect(200);
    return (body as { subscriber: { status: string } }).subscriber.status;
  };
  const isStored = async (ids: readonly number[], states: readonly string[]): Promise<boolean> => {
    const rows = await world.db.query<{ state: string }>(
      'SELECT state FROM email_messages WHERE id IN (:ids) ORDER BY id',
      { ids },
    );
    return JSON.stringify(rows.map(({ state }) => state)) === JSON.stringify(states);
  };
  const ACCEPTED = { kind: 'accepted', code: '250', response: '250 ok' } as const;
  const GONE = { kind: 'bounced', code: '5.1.1', response: '550 5.1.1 no such user' } as const;
  const FULL = { kind: 'refused', code: '5.2.2', response: '552 5.2.2 mailbox full' } as const;

  /** Checks that the counters match the rows. @returns the emails per state. */
  async function expectCorrectCounts(source: EmailSource): Promise<Record<string, number>> {
    const rows = await world.db.query<{ state: string; total: number }>(
      `SELECT state, COUNT(*) AS total FROM email_messages WHERE source_type = :type AND source_id = :id GROUP BY state`,
      { type: source.type, id: source.id },
    );
    const counted = Object.fromEntries(rows.map(({ state, total }) => [state, total]));
    expect((await service(SendingRuns).progress(source)).byState).toEqual(counted);
    return counted;
  }

  it('counts every state change, whatever causes it', async () => {
    const { source, sendingId } = await enrolled(12);
    expect(await expectCorrectCounts(source)).toEqual({ pending: 12 });
    await world.db.transaction((tx) =>
      tx.execute(
        `UPDATE contacts c JOIN email_messages m ON m.contact_id = c.id SET c.status = 'pending'
          WHERE m.source_type = :type AND m.source_id = :id AND m.id % 6 = 0`,
        { type: source.type, id: source.id },
      ),
    );
    const { messages } = await whileOpen(source, () => service(Claims).take(sendingId, OWN_SENDER, 8));
    const afterClaim = await expectCorrectCounts(source);
    expect(afterClaim['sending']).toBe(messages.length);
    expect(afterClaim['skipped']).toBeGreaterThan(0);
    const at = new Date();
    const replies = [
      { kind: 'accepted', code: '250', response: '250 ok' },
      { kind: 'bounced', code: '5.1.1', response: '550 5.1.1 no such user' },
      { kind: 'refused', code: '552', response: '552 too big' },
      { kind: 'deferred', code: '450', response: '450 later' },
    ] as const;
    await Promise.all(
      messages
        .slice(0, 4)
        .map((message, index) =>
          service(Settlement).settle({ message, subject: 'Hello', outcome: replies[index]!, at }),
        ),
    );
    expect(await expectCorrectCounts(source)).toMatchObject({ sent: 1, bounced: 1, failed: 1, deferred: 1 });
    await resolveInDoubt(source);
    await expectCorrectCounts(source);
  });

  it('claims interrupted emails one at a time, and none without `suspects`', async () => {
    const { source, sendingId } = await enrolled(6);
    const claims = service(Claims);
    await whileOpen(source, () => claims.take(sendingId, OWN_SENDER, 3));
    await resolveInDoubt(source);

    const fresh = await whileOpen(source, () => claims.take(sendingId, OWN_SENDER, 2, { suspects: false }));
    expect(fresh.messages.map((message) => message.isSuspect)).toEqual([false, false]);
    const mixed = await whileOpen(source, () => claims.take(sendingId, OWN_SENDER, 6));
    expect(mixed.messages.map((message) => message.isSuspect).sort()).toEqual([false, true]);
    const one = await whileOpen(source, () => claims.take(sendingId, OWN_SENDER, 6));
    expect(one.messages.map((message) => message.isSuspect)).toEqual([true]);
  });

  it('judges leases in the transaction that takes the emails, because an earlier verdict may be old', async () => {
    const { source, sendingId } = await enrolled(3);
    const { messages } = await whileOpen(source, () => service(Claims).take(sendingId, OWN_SENDER, 3));
    expect(messages).toHaveLength(3);
    const judge = jest
      .spyOn(service(LeaseWatch), 'mayJudge')
      .mockImplementation((reader) => Promise.resolve(reader instanceof Database));
    try {
      const expired = 'UPDATE email_messages SET lease_until = NOW(3) - INTERVAL 1 SECOND WHERE id IN (:ids)';
      const ids = messages.map(({ id }) => id);
      await world.db.execute(expired, { ids });
      await service(InDoubtResolver).resolve();
      expect(await isStored(ids, ['sending', 'sending', 'sending'])).toBe(true);
    } finally {
      judge.mockRestore();
    }
    await resolveInDoubt(source);
  });

  it('fails the email that kills its process, and sends the others of the same claims', async () => {
    const { source, sendingId } = await enrolled(5);
    const claims = service(Claims);
    const [killer] = await world.db.query<{ id: number }>(
      'SELECT MIN(id) AS id FROM email_messages WHERE source_type = :type AND source_id = :id',
      { type: source.type, id: source.id },
    );
    for (let crash = 1; crash <= 20; crash += 1) {
      const { messages } = await whileOpen(source, () => claims.take(sendingId, OWN_SENDER, 5));
      if (messages.length === 0) break;
      if (messages.some(({ id }) => id === killer!.id)) await resolveInDoubt(source);
      else
        await Promise.all(
          messages.map((message) =>
            service(Settlement).settle({
              message,
              subject: 'Hello',
              outcome: { kind: 'accepted', code: '250', response: '250 ok' },
              at: new Date(),
            }),
          ),
        );
    }
    expect(await expectCorrectCounts(source)).toEqual({ failed: 1, sent: 4 });
    const [poisoned] = await world.db.query<{ id: number; reason: string }>(
      `SELECT id, reason FROM email_messages WHERE source_type = :type AND source_id = :id AND state = 'failed'`,
      { type: source.type, id: source.id },
    );
    expect(poisoned).toEqual({ id: killer!.id, reason: 'poison' });
  });

  it.each([
    ['works', false, { failed: 1 }],
    ['breaks off every connection', true, { unknown: 1 }],
  ])('after three broken connections, with a mail server that otherwise %s', async (_case, isSuspended, ledger) => {
    const { source, sendingId } = await enrolled(1);
    const suspension = isSuspended
      ? `INSERT INTO sender_health (sender_id, reason, open_until) VALUES (${OWN_SENDER}, 'broke off', NOW(3))`
      : 'DELETE FROM sender_health';
    await world.db.transaction((tx) => tx.execute(suspension));
    const outcome = { kind: 'unknown', reason: 'ECONNRESET' } as const;
    for (let broken = 1; broken <= 3; broken += 1) {
      const claim = await whileOpen(source, () => service(Claims).take(sendingId, OWN_SENDER, 1));
      for (const message of claim.messages)
        await service(Settlement).settle({ message, subject: 'Hello', outcome, at: new Date() });
      await resolveInDoubt(source);
      await world.db.transaction((tx) =>
        tx.execute(`UPDATE email_messages SET next_attempt_at = NOW(3) WHERE source_id = :id AND state = 'deferred'`, {
          id: source.id,
        }),
      );
    }
    await world.db.transaction((tx) => tx.execute('DELETE FROM sender_health'));
    expect(await expectCorrectCounts(source)).toEqual(ledger);
  });

  it('F46 claims nothing from a database that is behind the last heartbeat of the process', async () => {
    const { source, sendingId } = await enrolled(2);
    const memory = service(SendingMemory);
    const { latest } = memory;
    memory.latest = { ...latest, number: latest.number + 1_000_000 };
    expect((await whileOpen(source, () => service(Claims).take(sendingId, OWN_SENDER, 2))).messages).toEqual([]);
    memory.latest = latest;
    expect((await whileOpen(source, () => service(Claims).take(sendingId, OWN_SENDER, 2))).messages).toHaveLength(2);
  });

  it('knows its claims of the last minutes also while Redis answers late for seconds', async () => {
    const { url } = world.config.redis;
    const network = await TcpProxy.before(url);
    const redis = new RequestRedis({ ...world.config, redis: { ...world.config.redis, url: network.through(url) } });
    await redis.onModuleInit();
    const memory = new SendingMemory(redis, world.config);
    const start = new Date();
    await memory.remember({ series: 'late', number: 1 }, start);
    await network.freeze();
    const known = memory.claimsSince(start);
    // Longer than five answers of 50 ms that do not come, with pauses.
    await delay(3_000);
    await network.thaw();
    expect(await known).not.toBeNull();
    redis.onApplicationShutdown();
  });

  it('is cancelled in steps, and closed when every email has a final state', async () => {
    const { source, sendingId } = await enrolled(2_500);
    const { messages } = await whileOpen(source, () => service(Claims).take(sendingId, OWN_SENDER, 2));
    await world.db.transaction((tx) => service(SendingRuns).cancel(tx, source));
    const state = async (): Promise<string> => {
      const [row] = await world.db.query<{ state: string }>('SELECT state FROM sendings WHERE id = :sendingId', {
        sendingId,
      });
      return row!.state;
    };
    void service(SendingCloser).tick();
    await waitUntil('all pending emails are cancelled', async () => {
      const { byState } = await service(SendingRuns).progress(source);
      return byState.cancelled === 2_498;
    });
    expect(await state()).toBe('closing');
    const [first, second] = messages;
    const settle = service(Settlement);
    await settle.settle({
      message: first!,
      subject: '',
      outcome: { kind: 'accepted', code: '250', response: '' },
      at: new Date(),
    });
    await settle.settle({
      message: second!,
      subject: '',
      outcome: { kind: 'deferred', code: '450', response: '' },
      at: new Date(),
    });
    await waitUntil('the run is closed', async () => (await state()) === 'closed');
    expect(await expectCorrectCounts(source)).toEqual({ cancelled: 2_499, sent: 1 });
  });

  it('bounces a contact only if it still has the refused address', async () => {
    const { source, sendingId } = await enrolled(2);
    const { messages } = await whileOpen(source, () => service(Claims).take(sendingId, OWN_SENDER, 2));
    const [moved, stayed] = messages.map(({ recipient }) => recipient);
    await world.all
      .put(`/subscribers/${moved!.id}`)
      .send({ email: `moved-${moved!.email}` })
      .expect(200);
    for (const message of messages)
      await service(Settlement).settle({
        message,
        subject: 'Hello',
        outcome: GONE,
        at: new Date(),
      });
    await world.settle();
    const statuses = [moved, stayed].map((recipient) => statusOf(recipient!.id ?? 0));
    expect(await Promise.all(statuses)).toEqual(['subscribed', 'bounced']);
    expect(await expectCorrectCounts(source)).toEqual({ bounced: 2 });
  });

  it('F39 stores every result while the row of a bouncing contact is locked, and bounces the contact afterwards', async () => {
    const { source, sendingId } = await enrolled(6);
    const { messages } = await whileOpen(source, () => service(Claims).take(sendingId, OWN_SENDER, 4));
    const [locked, free] = messages.map(({ recipient }) => recipient.id ?? 0);
    const settle = (outcome: typeof ACCEPTED | typeof GONE, index: number): Promise<boolean> =>
      service(Settlement).settle({ message: messages[index]!, subject: 'Hello', outcome, at: new Date() });
    const ids = messages.map(({ id }) => id);
    await whileLocked(
      (tx) => tx.query('SELECT id FROM contacts WHERE id = :locked FOR UPDATE', { locked: locked ?? 0 }),
      async () => {
        const settled = [GONE, GONE, ACCEPTED, ACCEPTED].map(settle);
        await waitUntil('all results are stored', () => isStored(ids, ['bounced', 'bounced', 'sent', 'sent']));
        expect(await Promise.all(settled)).toEqual([true, true, true, true]);
        await waitUntil('the other contact bounces', async () => (await statusOf(free!)) === 'bounced');
        expect(await statusOf(locked!)).toBe('subscribed');
        // The lock does not affect further claims.
        const { messages: next } = await whileOpen(source, () => service(Claims).take(sendingId, OWN_SENDER, 2));
        expect(next).toHaveLength(2);
      },
    );
    await waitUntil('the contact bounces', async () => (await statusOf(locked!)) === 'bounced');
    await world.settle();
    const changes = await world.db.query(
      `SELECT subject_id AS id, COUNT(*) AS times FROM domain_events
        WHERE type = 'contact.status_changed' AND subject_id IN (:ids) GROUP BY subject_id ORDER BY subject_id`,
      { ids: [locked!, free!] },
    );
    expect(changes).toEqual([
      { id: locked, times: 1 },
      { id: free, times: 1 },
    ]);
    expect(await world.db.query('SELECT message_id FROM bounce_backlog')).toEqual([]);
  });

  it('F39 stores the other results while one row of the ledger is locked, and that one after the lock', async () => {
    const { source, sendingId } = await enrolled(4);
    const { messages } = await whileOpen(source, () => service(Claims).take(sendingId, OWN_SENDER, 4));
    const [locked, ...others] = messages.map(({ id }) => id);
    let settled: Promise<boolean>[] = [];
    await whileLocked(
      (tx) => tx.query('SELECT id FROM email_messages WHERE id = :locked FOR UPDATE', { locked: locked! }),
      async () => {
        settled = messages.map((message) =>
          service(Settlement).settle({ message, subject: 'Hello', outcome: ACCEPTED, at: new Date() }),
        );
        await waitUntil('the other results are stored', () => isStored(others, ['sent', 'sent', 'sent']));
        // Leases of emails under way can be renewed, too.
        await service(Claims).renew(messages);
      },
    );
    expect(await Promise.all(settled)).toEqual([true, true, true, true]);
    expect(await expectCorrectCounts(source)).toEqual({ sent: 4 });
  });

  it('F39 splits a batch in which one result has lock wait timeouts, and stores that one later', async () => {
    const { source, sendingId } = await enrolled(4);
    const { messages } = await whileOpen(source, () => service(Claims).take(sendingId, OWN_SENDER, 4));
    const [waiting, ...others] = messages;
    const end = injectDatabaseFaults((sql) =>
      sql.startsWith('UPDATE email_messages m') && sql.includes(`\\"${waiting!.recipient.email}\\"`)
        ? 'lockWait'
        : undefined,
    );
    try {
      const settled = messages.map((message) =>
        service(Settlement).settle({ message, subject: 'Hello', outcome: ACCEPTED, at: new Date() }),
      );
      const ids = others.map(({ id }) => id);
      await waitUntil('the other results are stored', () => isStored(ids, ['sent', 'sent', 'sent']));
      expect(await isStored([waiting!.id], ['sending'])).toBe(true);
      end();
      expect(await Promise.all(settled)).toEqual([true, true, true, true]);
    } finally {
      end();
    }
    expect(await expectCorrectCounts(source)).toEqual({ sent: 4 });
  });

  it('bounces an address after several soft bounces, once their results are stored', async () => {
    const { source, sendingId } = await enrolled(1);
    const [contact] = await world.db.query<{ id: number; email: string }>(
      'SELECT contact_id AS id, email FROM email_messages WHERE source_type = :type AND source_id = :id',
      { ...source },
    );
    for (const round of [1, 2, 3]) {
      if (round > 1)
        await world.db.transaction((tx) =>
          service(SendingRuns).enrol(tx, source, [
            { key: `again-${round}`, contactId: contact!.id, email: contact!.email, contentId: 1 },
          ]),
        );
      expect(await statusOf(contact!.id)).toBe('subscribed');
      const { messages } = await whileOpen(source, () => service(Claims).take(sendingId, OWN_SENDER, 1));
      await service(Settlement).settle({ message: messages[0]!, subject: '', outcome: FULL, at: new Date() });
      await world.settle();
    }
    expect(await statusOf(contact!.id)).toBe('bounced');
  });

  it('lets an operator resolve emails with unknown delivery status', async () => {
    const { source } = await enrolled(4);
    const ids = (
      await world.db.query<{ id: number }>(
        'SELECT id FROM email_messages WHERE source_type = :type AND source_id = :id ORDER BY id',
        { type: source.type, id: source.id },
      )
    ).map((row) => row.id);
    await world.db.transaction(async (tx) => {
      await tx.execute(`UPDATE email_messages SET state = 'unknown' WHERE source_type = :type AND source_id = :id`, {
        type: source.type,
        id: source.id,
      });
      await service(SendingCounters).change(tx, source, { unknown: 4 });
    });
    const sendings = service(SendingRuns);
    const settle = (as: UnknownVerdict, emailIds?: number[]): Promise<number> =>
      world.db.transaction((tx) => sendings.settleUnknown(tx, source, as, emailIds));
    expect(await settle('sent', [ids[0]!])).toBe(1);
    expect(await settle('resend', [ids[0]!, ids[1]!])).toBe(1);
    expect(await settle('failed')).toBe(2);
    expect(await expectCorrectCounts(source)).toEqual({ sent: 1, pending: 1, failed: 2 });
    const events = await world.db.query<{ type: string; subject_id: number }>(
      'SELECT type, subject_id FROM domain_events WHERE subject_id IN (:ids) AND type LIKE :email ORDER BY id',
      { ids, email: 'email.%' },
    );
    expect(events).toEqual([
      { type: 'email.sent', subject_id: ids[0] },
      { type: 'email.failed', subject_id: ids[2] },
      { type: 'email.failed', subject_id: ids[3] },
    ]);
  });
});
