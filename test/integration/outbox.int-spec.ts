import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, Logger, Module, type Provider, type INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ulid } from 'ulid';
import type { StoredEvent } from '../../src/events/domain-events.js';
import { parseConfig } from '../../src/platform/config/config.js';
import { Database, type Tx } from '../../src/platform/database/database.js';
import { type AfterRelay, type EventSubscriber, Subscribes } from '../../src/platform/outbox/event-subscriber.js';
import { Outbox } from '../../src/platform/outbox/outbox.js';
import { RelayTimer } from '../../src/platform/outbox/relay-timer.js';
import { RelayWorkerModule } from '../../src/platform/outbox/relay-worker.module.js';
import { Relay } from '../../src/platform/outbox/relay.js';
import { PlatformModule } from '../../src/platform/platform.module.js';
import { stopAtEnd } from '../support/stop-at-end.js';
import { type TestDatabase, migratedDatabase } from '../support/test-database.js';
import { waitUntil } from '../support/wait-until.js';

type ListEvent = StoredEvent<'list.deleted'>;

/** Stores received events as rows of a table, so that a rollback removes them. */
class Recorder implements EventSubscriber<'list.deleted'> {
  readonly wants = ['list.deleted'] as const;
  /** Sizes of the batches, committed or not. */
  readonly batches: number[] = [];
  failsOn: (event: ListEvent) => Error | null = () => null;
  beforeReturn: (tx: Tx, events: readonly ListEvent[]) => Promise<void> = () => Promise.resolve();
  afterRelay: AfterRelay | undefined = undefined;

  constructor(readonly name: string) {}

  async onEvents(tx: Tx, events: readonly ListEvent[]): Promise<AfterRelay | undefined> {
    this.batches.push(events.length);
    for (const event of events) {
      await tx.execute('INSERT INTO seen (subscriber, event_id, position) VALUES (:name, :id, :position)', {
        name: this.name,
        id: event.data.id,
        position: event.position,
      });
      const failure = this.failsOn(event);
      if (failure) throw failure;
    }
    await this.beforeReturn(tx, events);
    return this.afterRelay;
  }
}

@Subscribes()
@Injectable()
class FirstRecorder extends Recorder {
  constructor() {
    super('first');
  }
}

@Subscribes()
@Injectable()
class SecondRecorder extends Recorder {
  constructor() {
    super('second');
  }
}

/** The first by name, which receives events last. */
@Subscribes()
@Injectable()
class LastRecorder extends Recorder {
  readonly afterOthers = true;

  constructor() {
    super('a-last');
  }
}

@Module({ providers: [FirstRecorder, SecondRecorder, LastRecorder] })
class RecordersModule {}

describe('the outbox and its relay', () => {
  let database: TestDatabase;
  let db: Database;
  let outbox: Outbox;
  let relay: Relay;
  let first: FirstRecorder;
  let second: SecondRecorder;

  /** Starts a worker with only the relay and the recorders. */
  /** Without `RelayTimer`, because the tests run the relay themselves. */
  async function startProcess(...providers: Provider[]): Promise<INestApplicationContext> {
    const config = parseConfig({
      NODE_ENV: 'test',
      APP_SECRET: 'a secret for tests only, 32 characters and more',
      DATABASE_URL: database.url,
      REDIS_URL: process.env['TEST_REDIS_URL'],
      REDIS_PREFIX: `t${ulid().toLowerCase()}`,
    });
    const root = { module: RecordersModule, imports: [PlatformModule.with(config), RelayWorkerModule], providers };
    const app = await NestFactory.createApplicationContext(root, { logger: false, abortOnError: false });
    stopAtEnd({ stop: () => app.close() });
    return app;
  }

  beforeAll(async () => {
    database = await migratedDatabase();
  });

  beforeEach(async () => {
    const app = await startProcess();
    db = app.get(Database);
    outbox = app.get(Outbox);
    relay = app.get(Relay);
    first = app.get(FirstRecorder);
    second = app.get(SecondRecorder);
    for (const sql of [
      'CREATE TABLE IF NOT EXISTS seen (id INT AUTO_INCREMENT PRIMARY KEY, subscriber VARCHAR(20), event_id INT, position BIGINT)',
      'DELETE FROM seen',
      'DELETE FROM domain_events',
      'DELETE FROM parked_events',
      'DELETE FROM late_subscribers',
      'CREATE TABLE IF NOT EXISTS locked (id INT PRIMARY KEY)',
      'REPLACE INTO locked VALUES (1)',
      'UPDATE relay_state SET last_position = 0',
    ])
      await db.manager.query(sql);
  });

  async function append(...ids: number[]): Promise<void> {
    await db.transaction((tx) =>
      outbox.appendAll(
        tx,
        ids.map((id) => ({ type: 'list.deleted' as const, subjectId: id, data: { id } })),
      ),
    );
  }

  async function seenBy(subscriber: string): Promise<number[]> {
    const rows = await db.query<{ event_id: number }>(
      'SELECT event_id FROM seen WHERE subscriber = :subscriber ORDER BY id',
      { subscriber },
    );
    return rows.map((row) => row.event_id);
  }

  async function states(): Promise<{ state: string; events: number }[]> {
    return db.query('SELECT state, COUNT(*) AS events FROM domain_events GROUP BY state ORDER BY state');
  }

  const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);

  it('keeps no event of a transaction that rolls back', async () => {
    const attempt = db.transaction(async (tx) => {
      await outbox.append(tx, 'list.deleted', 1, { id: 1 });
      throw new Error('rolled back');
    });
    await expect(attempt).rejects.toThrow('rolled back');
    await expect(states()).resolves.toEqual([]);
    await expect(relay.drain()).resolves.toBe(0);
  });

  it('keeps the first event of a dedupe key and ignores the others, in the same or other transactions', async () => {
    const once = { dedupeKey: 'list.deleted:1' };
    for (const id of [1, 2]) await db.transaction((tx) => outbox.append(tx, 'list.deleted', id, { id }, once));
    await db.transaction((tx) =>
      outbox.appendAll(tx, [
        { type: 'list.deleted', subjectId: 3, data: { id: 3 }, ...once },
        { type: 'list.deleted', subjectId: 4, data: { id: 4 } },
      ]),
    );
    await relay.drain();
    await expect(seenBy('first')).resolves.toEqual([1, 4]);
  });

  it('delivers every event to every subscriber once, in batches of 500, in the order of writing', async () => {
    await append(...upTo(1_001));
    await expect(relay.drain()).resolves.toBe(1_001);
    await expect(relay.drain()).resolves.toBe(0);
    await expect(seenBy('first')).resolves.toEqual(upTo(1_001));
    await expect(seenBy('second')).resolves.toEqual(upTo(1_001));
    expect(first.batches).toEqual([500, 500, 1]);
  });

  it('delivers nothing to a subscriber of other types', async () => {
    await db.transaction((tx) => outbox.append(tx, 'tag.deleted', 1, { id: 1 }));
    await expect(relay.drain()).resolves.toBe(1);
    expect(first.batches).toEqual([]);
    await expect(states()).resolves.toEqual([{ state: 'carried', events: 1 }]);
  });

  it('numbers events without gaps, also after a transaction with ids was rolled back', async () => {
    await append(1, 2);
    await db
      .transaction(async (tx) => {
        await outbox.append(tx, 'list.deleted', 9, { id: 9 });
        throw new Error('leaves a gap in the ids');
      })
      .catch(() => undefined);
    await relay.drain();
    await append(3);
    await relay.drain();
    const rows = await db.query<{ id: number; position: number }>('SELECT id, position FROM domain_events ORDER BY id');
    expect(rows.map(({ position }) => position)).toEqual([1, 2, 3]);
    expect((rows[2]?.id ?? 0) - (rows[1]?.id ?? 0)).toBeGreaterThan(1);
    const delivered = await db.query<{ position: number }>(
      "SELECT position FROM seen WHERE subscriber = 'first' ORDER BY id",
    );
    expect(delivered.map(({ position }) => position)).toEqual([1, 2, 3]);
  });

  it('neither waits for nor loses an event whose transaction is still open', async () => {
    let commit: () => void = () => undefined;
    let written: () => void = () => undefined;
    const isWritten = new Promise<void>((resolve) => (written = resolve));
    const mayCommit = new Promise<void>((resolve) => (commit = resolve));
    const late = db.transaction(async (tx) => {
      await outbox.append(tx, 'list.deleted', 1, { id: 1 });
      written();
      await mayCommit;
    });
    await isWritten;
    await append(2);
    await expect(relay.drain()).resolves.toBe(1);
    commit();
    await late;
    await expect(relay.drain()).resolves.toBe(1);
    // The late event has the smaller id and the greater position.
    await expect(seenBy('first')).resolves.toEqual([2, 1]);
  });

  it('parks an event for the subscriber that fails on it, and delivers all others', async () => {
    second.failsOn = ({ data }) => (data.id === 3 ? new TypeError('no such thing as 3') : null);
    await append(...upTo(8));
    await expect(relay.drain()).resolves.toBe(8);
    await expect(seenBy('first')).resolves.toEqual(upTo(8));
    await expect(seenBy('second')).resolves.toEqual([1, 2, 4, 5, 6, 7, 8]);
    const parked = await db.query(
      'SELECT p.subscriber, p.error, e.subject_id FROM parked_events p JOIN domain_events e ON e.id = p.event_id',
    );
    expect(parked).toEqual([{ subscriber: 'second', error: 'TypeError: no such thing as 3', subject_id: 3 }]);
    await expect(states()).resolves.toEqual([{ state: 'carried', events: 8 }]);
  });

  it('parks nothing after a deadlock, and repeats the whole batch', async () => {
    let deadlocks = 1;
    second.failsOn = () => {
      if (deadlocks === 0) return null;
      deadlocks -= 1;
      return Object.assign(new Error('Deadlock found'), { errno: 1213 });
    };
    await append(1, 2);
    await expect(relay.drain()).resolves.toBe(2);
    await expect(seenBy('first')).resolves.toEqual([1, 2]);
    await expect(seenBy('second')).resolves.toEqual([1, 2]);
    await expect(db.query('SELECT * FROM parked_events')).resolves.toEqual([]);
  });

  it('runs the after-relay hook of a subscriber only after the commit of the batch', async () => {
    const found: number[] = [];
    first.afterRelay = async () => {
      found.push((await seenBy('second')).length);
    };
    await append(1, 2);
    await relay.drain();
    expect(found).toEqual([2]);
  });

  it('starts the after-relay hook of each subscriber without waiting for those of the others', async () => {
    let release: () => void = () => undefined;
    first.afterRelay = () => new Promise<void>((resolve) => (release = resolve));
    second.afterRelay = () => {
      release();
      return Promise.resolve();
    };
    await append(1);
    await expect(relay.drain()).resolves.toBe(1);
  });

  it('F25 delivers each event once when two processes relay at the same time', async () => {
    const other = await startProcess();
    const otherRelay = other.get(Relay);
    // Slow batches make it likely that the two relays compete.
    first.beforeReturn = () => sleep(20);
    await append(...upTo(1_200));
    const counts = await Promise.all([relay.drain(), otherRelay.drain(), relay.drain(), otherRelay.drain()]);
    expect(counts.reduce((sum, count) => sum + count)).toBe(1_200);
    await expect(seenBy('first')).resolves.toEqual(upTo(1_200));
    await expect(seenBy('second')).resolves.toEqual(upTo(1_200));
    const [ends] = await db.query<{ first: number; last: number; distinct_positions: number }>(
      'SELECT MIN(position) AS first, MAX(position) AS last, COUNT(DISTINCT position) AS distinct_positions FROM domain_events',
    );
    expect(ends).toEqual({ first: 1, last: 1_200, distinct_positions: 1_200 });
  });

  it('is notified by a commit and does not wait for its timer', async () => {
    const app = await startProcess(RelayTimer);
    const inner = app.get<RelayTimer, { subscription: { status: string } }>(RelayTimer);
    await waitUntil('it is subscribed', () => inner.subscription.status === 'ready');
    const events = app.get(Outbox);
    await app.get(Database).transaction((tx) => events.append(tx, 'list.deleted', 1, { id: 1 }));
    await waitUntil('the event is delivered', async () => (await seenBy('first')).length > 0);
    await expect(seenBy('first')).resolves.toEqual([1]);
  });

  describe('rows that cannot be read', () => {
    let good: number[];
    beforeEach(async () => {
      await append(1);
      await db.transaction(async (tx) => {
        const columns = ['uid', 'type', 'subject_type', 'data'];
        await tx.insertRows('domain_events', columns, [
          [ulid(), 'list.deleted', 'list', '{'],
          [ulid(), 'list.renamed', 'list', '{"id":3}'],
          [ulid(), 'company.deleted', 'company', '{'],
        ]);
      });
      await append(4);
      good = [1, 4];
    });

    const parked = (): Promise<object[]> =>
      db.query(
        `SELECT e.type, p.subscriber, p.error, p.tries FROM parked_events p JOIN domain_events e ON e.id = p.event_id
          ORDER BY p.event_id, p.subscriber`,
      );
    const [json, type] = ['Error: The data is not JSON', 'Error: The type is not known to this version'];

    it('F44 are parked for all their subscribers and logged, and other events are delivered', async () => {
      const log = jest.spyOn(Logger.prototype, 'error');
      await expect(relay.drain()).resolves.toBe(5);
      const logged = log.mock.calls.map(([fields]) => (fields as { id?: number }).id);
      log.mockRestore();
      for (const name of ['first', 'second', 'a-last']) await expect(seenBy(name)).resolves.toEqual(good);
      await expect(parked()).resolves.toEqual([
        ...['a-last', 'first', 'second'].map((subscriber) => ({
          ...{ type: 'list.deleted', subscriber, error: json, tries: 0 },
        })),
        { type: 'list.renamed', subscriber: 'relay', error: type, tries: 0 },
        { type: 'company.deleted', subscriber: 'relay', error: json, tries: 0 },
      ]);
      const ids = await db.query<{ id: number }>('SELECT DISTINCT event_id AS id FROM parked_events');
      expect(new Set(logged)).toEqual(new Set(ids.map(({ id }) => id)));
      await append(5);
      await relay.drain();
      await expect(seenBy('first')).resolves.toEqual([...good, 5]);
    });

    it('F44 are delivered once they can be read, by a worker that knows their type', async () => {
      await relay.drain();
      await expect(relay.retryParked()).resolves.toBe(0);
      await db.transaction(async (tx) => {
        await tx.execute(`UPDATE domain_events SET data = '{"id":2}' WHERE data = '{' AND type = 'list.deleted'`);
        await tx.execute(`UPDATE domain_events SET type = 'list.deleted' WHERE type = 'list.renamed'`);
        await tx.execute('UPDATE parked_events SET retry_requested_at = NOW(3)');
      });
      await relay.retryParked();
      await relay.retryParked();
      for (const name of ['first', 'second', 'a-last']) expect((await seenBy(name)).sort()).toEqual([1, 2, 3, 4]);
      await expect(parked()).resolves.toEqual([
        { type: 'company.deleted', subscriber: 'relay', error: json, tries: 1 },
      ]);
    });
  });

  describe('a subscriber that waits for a locked row', () => {
    /** Locks the row until the returned function is called. */
    async function lockRow(row = 'SELECT id FROM locked WHERE id = 1 FOR UPDATE'): Promise<() => Promise<void>> {
      let release: () => void = () => undefined;
      const mayEnd = new Promise<void>((resolve) => (release = resolve));
      let isLocked: () => void = () => undefined;
      const locked = new Promise<void>((resolve) => (isLocked = resolve));
      const held = db.transaction(async (tx) => {
        await tx.query(row);
        isLocked();
        await mayEnd;
      });
      await locked;
      return async () => {
        release();
        await held;
      };
    }
    const needsRowFor = (id: number) => async (tx: Tx, events: readonly ListEvent[]) => {
      if (events.some(({ data }) => data.id === id)) await tx.query('SELECT id FROM locked WHERE id = 1 FOR UPDATE');
    };
    const late = (): Promise<object[]> =>
      db.query('SELECT subscriber, position FROM late_subscribers ORDER BY subscriber');

    it('F45 is the only late one, and gets all later events in order', async () => {
      second.beforeReturn = needsRowFor(3);
      const unlock = await lockRow();
      try {
        await append(...upTo(5));
        await expect(relay.drain()).resolves.toBe(5);
        await expect(seenBy('first')).resolves.toEqual(upTo(5));
        await expect(seenBy('second')).resolves.toEqual([]);
        const batches = second.batches.length;
        await append(6);
        await relay.drain();
        await expect(seenBy('first')).resolves.toEqual(upTo(6));
        // A late subscriber is not tried in `drain`, so no batch waits for it again.
        expect(second.batches).toHaveLength(batches);
        await relay.catchUp();
        // Up to the event that needs the locked row.
        await expect(seenBy('second')).resolves.toEqual([1, 2]);
        await relay.catchUp();
        await expect(seenBy('a-last')).resolves.toEqual([1, 2]);
        await expect(late()).resolves.toEqual([
          { subscriber: 'a-last', position: 2 },
          { subscriber: 'second', position: 2 },
        ]);
      } finally {
        await unlock();
      }
      await relay.catchUp();
      await expect(seenBy('second')).resolves.toEqual(upTo(6));
      await relay.catchUp();
      await expect(seenBy('a-last')).resolves.toEqual(upTo(6));
      await append(7);
      await relay.drain();
      for (const name of ['second', 'a-last']) await expect(seenBy(name)).resolves.toEqual(upTo(7));
      await expect(late()).resolves.toEqual([]);
      await expect(db.query('SELECT * FROM parked_events')).resolves.toEqual([]);
    });

    it('F45 processes events by itself while it is slower than the others together and events wait', async () => {
      second.beforeReturn = async () => {
        if (second.batches.length <= 2) await sleep(5_000);
      };
      await append(...upTo(1_600));
      // The second batch makes it late; the others do not wait for it any more.
      await relay.drain();
      await expect(seenBy('first')).resolves.toEqual(upTo(1_600));
      await expect(seenBy('second')).resolves.toEqual(upTo(1_000));
      await expect(late()).resolves.toEqual([
        { subscriber: 'a-last', position: 1_000 },
        { subscriber: 'second', position: 1_000 },
      ]);
      for (let pass = 0; pass < 3; pass += 1) await relay.catchUp();
      for (const name of ['second', 'a-last']) await expect(seenBy(name)).resolves.toEqual(upTo(1_600));
      await append(1_601);
      await relay.drain();
      for (const name of ['first', 'second', 'a-last']) await expect(seenBy(name)).resolves.toEqual(upTo(1_601));
      await expect(late()).resolves.toEqual([]);
    });

    it('keeps the order of events after one whose own row is locked', async () => {
      await append(...upTo(3));
      const [, held] = await db.query<{ id: number }>('SELECT id FROM domain_events ORDER BY id');
      const unlock = await lockRow(`SELECT id FROM domain_events WHERE id = ${held?.id ?? 0} FOR UPDATE`);
      await relay.drain();
      await expect(seenBy('first')).resolves.toEqual([1]);
      await unlock();
      await relay.drain();
      await expect(seenBy('first')).resolves.toEqual(upTo(3));
    });

    it('F45 parks an event on which it fails, also when it is late', async () => {
      second.beforeReturn = needsRowFor(1);
      second.failsOn = ({ data }) => (data.id === 2 ? new TypeError('no such thing as 2') : null);
      const unlock = await lockRow();
      await append(...upTo(3));
      await relay.drain();
      await unlock();
      await relay.catchUp();
      await expect(seenBy('second')).resolves.toEqual([1, 3]);
      await expect(db.query('SELECT subscriber, error FROM parked_events')).resolves.toEqual([
        { subscriber: 'second', error: 'TypeError: no such thing as 2' },
      ]);
    });

    it('F45 gets each event once and in order from any relay, whenever the row is locked', async () => {
      const other = await startProcess();
      for (const recorder of [second, other.get(SecondRecorder)]) recorder.beforeReturn = needsRowFor(300);
      const relays = [relay, other.get(Relay)];
      const unlock = await lockRow();
      const state = { appending: true };
      const appending = (async () => {
        for (let start = 0; start < 1_200; start += 100) {
          await append(...upTo(100).map((id) => start + id));
          if (start === 600) await waitUntil('a subscriber is late', async () => (await late()).length > 0);
          if (start === 900) await unlock();
          await sleep(50);
        }
        state.appending = false;
      })();
      await Promise.all(
        relays.flatMap((one) => [
          (async () => {
            while (state.appending) await one.drain();
          })(),
          (async () => {
            while (state.appending) await one.catchUp();
          })(),
        ]),
      );
      await appending;
      await relay.drain();
      for (let pass = 0; pass < 3; pass += 1) await relay.catchUp();
      for (const name of ['first', 'second', 'a-last']) await expect(seenBy(name)).resolves.toEqual(upTo(1_200));
    });

    it('has the usual lock wait timeout in later transactions', async () => {
      second.beforeReturn = needsRowFor(1);
      const unlock = await lockRow();
      await append(1);
      await relay.drain();
      await unlock();
      const waits = await Promise.all(
        Array.from({ length: 5 }, () => db.query<{ seconds: number }>('SELECT @@innodb_lock_wait_timeout AS seconds')),
      );
      expect(waits.flat().map(({ seconds }) => seconds)).toEqual([5, 5, 5, 5, 5]);
    });
  });
});
