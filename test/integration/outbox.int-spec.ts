import { Injectable, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { INestApplicationContext } from '@nestjs/common';
import { ulid } from 'ulid';
import type { StoredEvent } from '../../src/events/domain-events.js';
import { parseConfig } from '../../src/platform/config/config.js';
import { Database, type Tx } from '../../src/platform/database/database.js';
import { type AfterRelay, type EventSubscriber, Subscribes } from '../../src/platform/outbox/event-subscriber.js';
import { Outbox } from '../../src/platform/outbox/outbox.js';
import { RelayWorkerModule } from '../../src/platform/outbox/relay-worker.module.js';
import { Relay } from '../../src/platform/outbox/relay.js';
import { PlatformModule } from '../../src/platform/platform.module.js';
import { type TestDatabase, migratedDatabase } from '../support/test-database.js';

type ListEvent = StoredEvent<'list.deleted'>;

/** Writes down what it is handed, as a row of its own table, so that a rollback takes it away again. */
class Recorder implements EventSubscriber<'list.deleted'> {
  readonly wants = ['list.deleted'] as const;
  /** Sizes of the batches, committed or not. */
  readonly batches: number[] = [];
  failsOn: (event: ListEvent) => Error | null = () => null;
  beforeReturn: () => Promise<void> = () => Promise.resolve();
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
    await this.beforeReturn();
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

@Module({ providers: [FirstRecorder, SecondRecorder] })
class RecordersModule {}

describe('the outbox and its relay', () => {
  let database: TestDatabase;
  let processes: INestApplicationContext[] = [];
  let db: Database;
  let outbox: Outbox;
  let relay: Relay;
  let first: FirstRecorder;
  let second: SecondRecorder;

  /** A worker with nothing but the relay and the two recorders. */
  async function startProcess(): Promise<INestApplicationContext> {
    const config = parseConfig({
      NODE_ENV: 'test',
      APP_SECRET: 'a secret for tests only, 32 characters and more',
      DATABASE_URL: database.url,
      REDIS_URL: process.env['TEST_REDIS_URL'],
      REDIS_PREFIX: `t${ulid().toLowerCase()}`,
    });
    const root = { module: RecordersModule, imports: [PlatformModule.with(config), RelayWorkerModule] };
    const app = await NestFactory.createApplicationContext(root, { logger: false, abortOnError: false });
    processes.push(app);
    return app;
  }

  beforeAll(async () => {
    database = await migratedDatabase();
  });
  afterAll(() => database.drop());

  beforeEach(async () => {
    processes = [];
    const app = await startProcess();
    db = app.get(Database);
    outbox = app.get(Outbox);
    relay = app.get(Relay);
    first = app.get(FirstRecorder);
    second = app.get(SecondRecorder);
    // The tests say when the relay runs: its own timer would take events from under them.
    silence(relay);
    for (const sql of [
      'CREATE TABLE IF NOT EXISTS seen (id INT AUTO_INCREMENT PRIMARY KEY, subscriber VARCHAR(20), event_id INT, position BIGINT)',
      'DELETE FROM seen',
      'DELETE FROM domain_events',
      'DELETE FROM parked_events',
      'UPDATE relay_state SET last_position = 0',
    ])
      await db.manager.query(sql);
  });
  afterEach(async () => {
    for (const app of processes) await app.close();
  });

  function silence(one: Relay): void {
    const inner = one as unknown as { timer: NodeJS.Timeout; ears: { disconnect(): void } };
    clearInterval(inner.timer);
    inner.ears.disconnect();
  }

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
      throw new Error('changed my mind');
    });
    await expect(attempt).rejects.toThrow('changed my mind');
    await expect(states()).resolves.toEqual([]);
    await expect(relay.drain()).resolves.toBe(0);
  });

  it('keeps the first event of a dedupe key and ignores the others, whatever their transaction', async () => {
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

  it('hands every event to every subscriber once, in batches of 500, in the order of writing', async () => {
    await append(...upTo(1_001));
    await expect(relay.drain()).resolves.toBe(1_001);
    await expect(relay.drain()).resolves.toBe(0);
    await expect(seenBy('first')).resolves.toEqual(upTo(1_001));
    await expect(seenBy('second')).resolves.toEqual(upTo(1_001));
    expect(first.batches).toEqual([500, 500, 1]);
  });

  it('hands nothing to a subscriber that does not want it', async () => {
    await db.transaction((tx) => outbox.append(tx, 'tag.deleted', 1, { id: 1 }));
    await expect(relay.drain()).resolves.toBe(1);
    expect(first.batches).toEqual([]);
    await expect(states()).resolves.toEqual([{ state: 'carried', events: 1 }]);
  });

  it('numbers events without holes, also where a transaction took ids and rolled back', async () => {
    await append(1, 2);
    await db
      .transaction(async (tx) => {
        await outbox.append(tx, 'list.deleted', 9, { id: 9 });
        throw new Error('leaves a hole in the ids');
      })
      .catch(() => undefined);
    await relay.drain();
    await append(3);
    await relay.drain();
    const rows = await db.query<{ id: number; position: number }>('SELECT id, position FROM domain_events ORDER BY id');
    expect(rows.map(({ position }) => position)).toEqual([1, 2, 3]);
    expect((rows[2]?.id ?? 0) - (rows[1]?.id ?? 0)).toBeGreaterThan(1);
    const told = await db.query<{ position: number }>(
      "SELECT position FROM seen WHERE subscriber = 'first' ORDER BY id",
    );
    expect(told.map(({ position }) => position)).toEqual([1, 2, 3]);
  });

  it('does not wait for, and does not lose, an event whose transaction is still open', async () => {
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
    // The id of the late one is smaller, its position is not.
    await expect(seenBy('first')).resolves.toEqual([2, 1]);
  });

  it('parks an event for the one subscriber that cannot take it; the others, and its neighbours, get through', async () => {
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

  it('parks nothing for a deadlock: the whole batch is carried again', async () => {
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

  it('runs what a subscriber left for afterwards only once the batch is committed', async () => {
    const found: number[] = [];
    first.afterRelay = async () => {
      found.push((await seenBy('second')).length);
    };
    await append(1, 2);
    await relay.drain();
    expect(found).toEqual([2]);
  });

  it('F25 carries each event once when two processes relay at the same time', async () => {
    const other = await startProcess();
    const otherRelay = other.get(Relay);
    silence(otherRelay);
    // The slower a batch, the surer the two meet.
    first.beforeReturn = () => new Promise((resolve) => setTimeout(resolve, 20));
    await append(...upTo(1_200));
    const carried = await Promise.all([relay.drain(), otherRelay.drain(), relay.drain(), otherRelay.drain()]);
    expect(carried.reduce((sum, count) => sum + count)).toBe(1_200);
    await expect(seenBy('first')).resolves.toEqual(upTo(1_200));
    await expect(seenBy('second')).resolves.toEqual(upTo(1_200));
    const [ends] = await db.query<{ first: number; last: number; distinct_positions: number }>(
      'SELECT MIN(position) AS first, MAX(position) AS last, COUNT(DISTINCT position) AS distinct_positions FROM domain_events',
    );
    expect(ends).toEqual({ first: 1, last: 1_200, distinct_positions: 1_200 });
  });

  it('is woken by a commit, without anybody waiting for its timer', async () => {
    const app = await startProcess();
    const inner = app.get<Relay, { timer: NodeJS.Timeout; ears: { status: string } }>(Relay);
    clearInterval(inner.timer);
    const deadline = Date.now() + 5_000;
    while (inner.ears.status !== 'ready' && Date.now() < deadline) await pause();
    const events = app.get(Outbox);
    await app.get(Database).transaction((tx) => events.append(tx, 'list.deleted', 1, { id: 1 }));
    while ((await seenBy('first')).length === 0 && Date.now() < deadline) await pause();
    await expect(seenBy('first')).resolves.toEqual([1]);
  });

  const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 10));
});
