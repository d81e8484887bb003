import type { Tx } from '../../src/platform/database/database.js';
import { keepRenewed, Lease, type LeaseHolder, leaseHolder } from '../../src/platform/work/lease.js';
import { waitUntil } from '../support/wait-until.js';
import { World } from '../support/world.js';

const LEASE = new Lease({
  table: 'leased_rows',
  owner: 'lease_owner',
  until: 'lease_until',
  fence: 'fence',
  isLeased: "state = 'taken'",
});
const IS_DUE = `(state = 'waiting' OR ${LEASE.isAbandoned})`;

interface Claimed {
  readonly id: number;
  readonly fence: number;
}

describe('leases of rows', () => {
  let world: World;
  beforeAll(async () => {
    world = await World.start({ worker: false });
    await world.db.query(
      `CREATE TABLE leased_rows (
         id INT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY, state VARCHAR(8) NOT NULL DEFAULT 'waiting',
         result VARCHAR(16), fence INT UNSIGNED NOT NULL DEFAULT 0, lease_owner CHAR(26), lease_until DATETIME(3))`,
    );
  });
  beforeEach(async () => {
    await world.db.transaction(async (tx) => {
      await tx.execute('DELETE FROM leased_rows');
      await tx.execute('INSERT INTO leased_rows (id) VALUES (1), (2), (3)');
    });
  });

  const inTransaction = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => world.db.transaction(work);

  /** Claims all due rows. */
  const claim = (holder: LeaseHolder, lock = 'FOR UPDATE SKIP LOCKED'): Promise<Claimed[]> =>
    inTransaction(async (tx) => {
      const due = await tx.query<Claimed>(`SELECT id, fence FROM leased_rows WHERE ${IS_DUE} ORDER BY id ${lock}`);
      const taken = await LEASE.take(tx, due, holder, "state = 'taken'");
      return taken.map(({ id, fence }) => ({ id, fence: fence + 1 }));
    });
  const settle = (claimed: Claimed, result: string): Promise<boolean> =>
    inTransaction((tx) => LEASE.write(tx, claimed, `state = 'done', result = :result, ${LEASE.released}`, { result }));
  const release = (claims: readonly Claimed[]): Promise<number> =>
    inTransaction(async (tx) => {
      const { held } = await LEASE.lock<{ state: string }, Claimed>(tx, claims, 'state');
      for (const own of held.keys()) await LEASE.write(tx, own, `state = 'waiting', ${LEASE.released}`);
      return held.size;
    });
  const rows = (): Promise<
    { id: number; state: string; result: string | null; owner: string | null; left: number | null }[]
  > =>
    world.db.query(
      `SELECT id, state, result, lease_owner AS owner, TIMESTAMPDIFF(SECOND, NOW(3), lease_until) AS \`left\`
         FROM leased_rows ORDER BY id`,
    );
  const endLeases = (): Promise<unknown> =>
    inTransaction((tx) => tx.execute('UPDATE leased_rows SET lease_until = NOW(3) - INTERVAL 1 SECOND'));

  it('leases no row twice where the locks of an engine do not hold', async () => {
    const holders = Array.from({ length: 8 }, () => leaseHolder(30));
    const claims = (await Promise.all(holders.map((holder) => claim(holder, '')))).flat();
    expect(claims.map(({ id }) => id).sort()).toEqual([1, 2, 3]);
    const owners = new Set((await rows()).map(({ owner }) => owner));
    expect(holders.filter(({ owner }) => owners.has(owner)).length).toBe(owners.size);
  });

  it('leases the rows whose fence is as it was read, and only those', async () => {
    const [first, second] = [leaseHolder(30), leaseHolder(30)];
    const taken = await inTransaction(async (tx) => {
      const due = await tx.query<Claimed>('SELECT id, fence FROM leased_rows ORDER BY id');
      await LEASE.take(tx, due.slice(1, 2), first, "state = 'taken'");
      return LEASE.take(tx, due, second, "state = 'taken'");
    });
    expect(taken.map(({ id }) => id)).toEqual([1, 3]);
  });

  it('are held by one process, and every process has its own identity', async () => {
    const [one, other] = [leaseHolder(60), leaseHolder(60)];
    expect(one.owner).not.toBe(other.owner);
    const [mine, theirs] = await Promise.all([claim(one), claim(other)]);
    expect(mine.length + theirs.length).toBe(3);
    expect(await claim(other)).toEqual([]);
    expect(await settle((mine[0] ?? theirs[0])!, 'done')).toBe(true);
  });

  it('pass to another process after they expire, and the late result of the first owner is refused', async () => {
    const [stale] = await claim(leaseHolder(60));
    await endLeases();
    const successor = leaseHolder(60);
    const [taken] = await claim(successor);
    expect(taken).toEqual({ id: stale!.id, fence: stale!.fence + 1 });
    expect(await settle(stale!, 'late')).toBe(false);
    expect(await release([stale!])).toBe(0);
    expect((await rows())[0]).toMatchObject({ state: 'taken', result: null, owner: successor.owner });
    expect(await settle(taken!, 'in time')).toBe(true);
    expect((await rows())[0]).toMatchObject({ state: 'done', result: 'in time', owner: null });
    expect(await settle(taken!, 'twice')).toBe(false);
  });

  it('that were revoked accept no result, although their row is due again', async () => {
    const [claimed] = await claim(leaseHolder(60));
    await inTransaction((tx) => tx.execute(`UPDATE leased_rows SET state = 'waiting', ${LEASE.revoked}`));
    const [again] = await claim(leaseHolder(60));
    expect(again!.fence).toBe(claimed!.fence + 2);
    expect(await settle(claimed!, 'late')).toBe(false);
  });

  it('are renewed without waiting for a locked row', async () => {
    const holder = leaseHolder(60);
    const claims = await claim(holder);
    await inTransaction((tx) => tx.execute('UPDATE leased_rows SET lease_until = NOW(3) + INTERVAL 5 SECOND'));
    await inTransaction(async (tx) => {
      await tx.query('SELECT id FROM leased_rows WHERE id = 2 FOR UPDATE');
      await LEASE.renew(world.db, claims, holder);
    });
    expect((await rows()).map(({ left }) => left !== null && left > 30)).toEqual([true, false, true]);
  });

  it('are renewed by their owner only, and only while the rows are leased', async () => {
    const holder = leaseHolder(60);
    const claims = await claim(holder);
    await settle(claims[0]!, 'done');
    await inTransaction((tx) => tx.execute('UPDATE leased_rows SET lease_until = NOW(3) WHERE id > 1'));
    await LEASE.renew(world.db, claims, leaseHolder(60));
    expect((await rows()).every(({ left }) => left === null || left <= 0)).toBe(true);
    await LEASE.renew(world.db, claims, holder);
    expect((await rows()).map(({ left }) => left !== null && left > 30)).toEqual([false, true, true]);
  });

  it('are renewed periodically until the renewal is stopped', async () => {
    const holder = leaseHolder(60);
    const claims = await claim(holder);
    await inTransaction((tx) => tx.execute('UPDATE leased_rows SET lease_until = NOW(3) + INTERVAL 5 SECOND'));
    let renewals = 0;
    const end = keepRenewed({ ...holder, seconds: 1 }, async () => {
      renewals += 1;
      // A failure is logged, and the next renewal follows.
      if (renewals < 3) throw new Error('away');
      await LEASE.renew(world.db, claims, holder);
    });
    await waitUntil('the leases are renewed', async () =>
      (await rows()).every(({ left }) => left !== null && left > 30),
    );
    end();
    const ended = renewals;
    let later = 0;
    const endLater = keepRenewed({ ...holder, seconds: 1 }, () => {
      later += 1;
      return Promise.resolve();
    });
    await waitUntil('another renewal runs twice', () => later === 2);
    endLater();
    expect(renewals).toBe(ended);
  });

  it('are released at once, except those that another process has taken over', async () => {
    const claims = await claim(leaseHolder(60));
    await inTransaction((tx) =>
      tx.execute('UPDATE leased_rows SET lease_until = NOW(3) - INTERVAL 1 SECOND WHERE id = 2'),
    );
    const successor = leaseHolder(60);
    expect(await claim(successor)).toHaveLength(1);
    expect(await release(claims)).toBe(2);
    expect(await rows()).toMatchObject([
      { state: 'waiting', owner: null },
      { state: 'taken', owner: successor.owner },
      { state: 'waiting', owner: null },
    ]);
  });

  it('distinguish rows that are locked from rows whose lease was lost', async () => {
    const claims = await claim(leaseHolder(60));
    await inTransaction((tx) => tx.execute('UPDATE leased_rows SET fence = fence + 1 WHERE id = 3'));
    await inTransaction(async (other) => {
      await other.query('SELECT id FROM leased_rows WHERE id IN (2, 3) FOR UPDATE');
      await inTransaction(async (tx) => {
        const { held, locked } = await LEASE.lock<{ state: string }, Claimed>(tx, claims, 'state', 'SKIP LOCKED');
        expect([...held]).toEqual([[claims[0], expect.objectContaining({ state: 'taken' })]]);
        expect([...locked]).toEqual([claims[1]]);
      });
    });
  });

  it('without a fence column use an owner per claim as the fence', async () => {
    const lease = new Lease({ table: 'leased_rows', owner: 'lease_owner', until: 'lease_until' });
    const [first, second] = [leaseHolder(60), leaseHolder(60)];
    await inTransaction((tx) => lease.take(tx, [{ id: 1, fence: null }], first));
    await inTransaction((tx) => lease.take(tx, [{ id: 1, fence: first.owner }], second));
    const write = (fence: string): Promise<boolean> =>
      inTransaction((tx) => lease.write(tx, { id: 1, fence }, "result = 'own'"));
    expect([await write(first.owner), await write(second.owner)]).toEqual([false, true]);
    expect((await world.db.query(`SELECT id FROM leased_rows WHERE id = 1 AND ${lease.isFree}`)).length).toBe(0);
    await inTransaction((tx) => lease.write(tx, { id: 1, fence: second.owner }, lease.released));
    expect((await world.db.query(`SELECT id FROM leased_rows WHERE id = 1 AND ${lease.isFree}`)).length).toBe(1);
  });
});
