import type { Pool } from 'mysql2';
import { DataSource } from 'typeorm';
import { Destinations } from '../../src/modules/senders/destinations/destinations.service.js';
import {
  DestinationsQueries,
  type DestinationView,
} from '../../src/modules/senders/destinations/destinations.queries.js';
import { DestinationStates } from '../../src/modules/senders/destinations/destination-states.js';
import { MailboxProviders } from '../../src/modules/senders/destinations/mailbox-providers.service.js';
import { Database } from '../../src/platform/database/database.js';
import { dataSourceOptions } from '../../src/platform/database/data-source-options.js';
import { Dns } from '../../src/platform/dns/dns.js';
import { Metrics } from '../../src/platform/metrics/metrics.js';
import { Outbox } from '../../src/platform/outbox/outbox.js';
import type { SendOutcome } from '../../src/platform/smtp/smtp-reply.js';
import { NameServer } from '../support/name-server.js';
import { stopAtEnd } from '../support/stop-at-end.js';
import { World } from '../support/world.js';

const ACCEPTED: SendOutcome = { kind: 'accepted', code: '250', response: '250 ok' };
const REFUSED: SendOutcome = {
  ...{ kind: 'provider_fault', code: '5.7.26', stage: 'message' },
  response: '550 5.7.26 ada@example.com is unauthenticated',
};
const LIMITED: SendOutcome = {
  kind: 'provider_fault',
  code: '4.7.28',
  response: '421 4.7.28 slow down',
  stage: 'message',
};
const BOUNCE = { code: '5.7.26', text: 'smtp; 550 5.7.26 unauthenticated', source: 'dsn' } as const;

/** Opens a database whose clock stands still: all replies come at the same moment until the test moves the stored times. */
async function withoutTime(url: string): Promise<Database> {
  const source = await new DataSource(dataSourceOptions({ url, poolSize: 8 })).initialize();
  stopAtEnd({ stop: () => source.destroy() });
  const stopClock = `SET timestamp = ${Math.floor(Date.now() / 1_000)}`;
  const { pool } = source.driver as unknown as { readonly pool: Pool };
  pool.on('connection', (connection) => connection.query(stopClock));
  await source.query(stopClock);
  return new Database(source);
}

/** Each instance stands for a process. */
describe('the state of a destination', () => {
  let world: World;
  let db: Database;
  let states: DestinationStates;
  let senderId = 1_000_000;

  beforeAll(async () => {
    world = await World.start({ worker: false });
    db = await withoutTime(world.config.database.url);
    states = new DestinationStates(world.api.get(Outbox, { strict: false }), world.config);
  });
  beforeEach(() => {
    senderId += 1;
  });

  const key = (): { senderId: number; provider: string } => ({ senderId, provider: 'north.example' });
  const newProcess = (): Destinations => new Destinations(db, states, new Metrics());
  const attempt = (isProbe = false) => ({ ...key(), isProbe, inProgress: 8 });
  async function view(): Promise<DestinationView> {
    const [found] = await new DestinationsQueries(db).of(senderId);
    if (!found) throw new Error('no destination');
    return found;
  }
  async function times(count: number, outcome: SendOutcome, process = newProcess()): Promise<void> {
    for (let email = 0; email < count; email += 1) await process.record(attempt(), outcome);
  }
  const elapse = (seconds: number): Promise<unknown> =>
    db.transaction((tx) =>
      tx.execute(
        `UPDATE sender_destinations SET cut_at = cut_at - INTERVAL :seconds SECOND, counted_at = counted_at - INTERVAL :seconds SECOND,
                active_since = active_since - INTERVAL :seconds SECOND, probe_at = probe_at - INTERVAL :seconds SECOND
          WHERE sender_id = :senderId`,
        { senderId, seconds },
      ),
    );

  it('adds up what processes count', async () => {
    const processes = [newProcess(), newProcess()];
    for (const process of processes) {
      await times(30, ACCEPTED, process);
      await process.storeCounts();
    }
    expect(await view()).toMatchObject({ state: 'normal', accepted: 60, rate: null });
  });

  it('is throttled once by the replies that belong together, grows, and ends', async () => {
    const processes = [newProcess(), newProcess(), newProcess()];
    await Promise.all(processes.map((process) => times(50, ACCEPTED, process)));
    await Promise.all(processes.map((process) => times(4, LIMITED, process)));
    const reduced = await view();
    expect(reduced).toMatchObject({ state: 'throttled', deferred: 12, changes: [expect.anything()] });
    // One reduction, by a process that saw at least its own 50 emails in the first second.
    expect(reduced.rate).toBeGreaterThanOrEqual(84);
    await elapse(15);
    const later = await view();
    expect(later.rate).toBeGreaterThan(reduced.rate ?? Infinity);
    await times(1, LIMITED);
    expect((await view()).rate).toBeLessThan(later.rate ?? 0);
    await elapse(181);
    await newProcess().endLimits();
    expect(await view()).toMatchObject({
      state: 'normal',
      rate: null,
      reason: 'north.example accepts emails at full speed',
    });
  });

  it('is quarantined by refusals that are not few, and keeps no address', async () => {
    await times(40, ACCEPTED);
    await times(5, REFUSED);
    // The first process has not stored what it counted.
    expect((await view()).state).toBe('quarantined');
    senderId += 1;
    const process = newProcess();
    await times(40, ACCEPTED, process);
    await times(5, REFUSED, process);
    expect(await view()).toMatchObject({ state: 'normal', refused: 5 });
    await times(15, REFUSED, process);
    const { state, reason, replies, advice } = await view();
    expect(state).toBe('quarantined');
    expect(JSON.stringify([reason, replies, advice])).not.toContain('ada@');
    expect(advice).toContain('SPF and DKIM');
    const events = await world.db.query<{ data: string }>(
      `SELECT data FROM domain_events WHERE type = 'sender.destination_changed' AND subject_id = :senderId`,
      { senderId },
    );
    expect(events.map(({ data }) => JSON.parse(data) as unknown)).toEqual([
      { sender_id: senderId, destination: expect.objectContaining({ state: 'quarantined', previous_state: 'normal' }) },
    ]);
  });

  it('gives the right to a probe to one of many processes, and waits longer after each refused one', async () => {
    await times(5, REFUSED);
    const processes = Array.from({ length: 8 }, newProcess);
    const granted = async (): Promise<number> =>
      (await Promise.all(processes.map((process) => process.mayProbe(key())))).filter(Boolean).length;
    expect(await granted()).toBe(0);
    const waits: number[] = [];
    for (let probe = 0; probe < 3; probe += 1) {
      await elapse(3_600);
      expect(await granted()).toBe(1);
      await newProcess().record(attempt(true), REFUSED);
      const { nextProbeAt } = await view();
      const [row] = await db.query<{ now: Date }>('SELECT NOW(3) AS now');
      waits.push(((nextProbeAt?.getTime() ?? 0) - (row?.now.getTime() ?? 0)) / 60_000);
    }
    expect(waits).toEqual([2, 4, 8]);
    await elapse(3_600);
    expect(await granted()).toBe(1);
    await newProcess().record(attempt(true), ACCEPTED);
    expect(await view()).toMatchObject({ state: 'throttled', rate: 1.6, concurrency: 1, nextProbeAt: null });
  });

  it('that refuses by bounce messages is released only when an accepted probe is not returned', async () => {
    const process = newProcess();
    await times(60, ACCEPTED, process);
    await process.storeCounts();
    const bounce = (): Promise<void> => db.transaction((tx) => states.bounce(tx, key(), BOUNCE));
    for (let email = 0; email < 9; email += 1) await bounce();
    expect((await view()).state).toBe('normal');
    await bounce();
    expect(await view()).toMatchObject({ state: 'quarantined', dsnRefused: 10 });
    // Bounce messages of earlier emails do not count as refused probes.
    await bounce();
    await elapse(61);
    expect(await process.mayProbe(key())).toBe(true);
    await process.record(attempt(true), ACCEPTED);
    await elapse(120);
    expect(await process.mayProbe(key())).toBe(false);
    await bounce();
    expect((await view()).reason).toMatch(/^north\.example still refuses emails/);
    await elapse(121);
    expect(await process.mayProbe(key())).toBe(true);
    await process.record(attempt(true), ACCEPTED);
    await elapse(301);
    await process.endLimits();
    expect((await view()).state).toBe('throttled');
  });
});

describe('the mailbox provider of a domain', () => {
  let names: NameServer;
  beforeAll(async () => {
    names = await NameServer.start();
    names.mx.set('shop.example', ['aspmx.l.google.com']);
    names.mx.set('xn--mnchen-3ya.example', ['mx.hoster.example']);
  });
  beforeEach(() => {
    names.asked.length = 0;
  });
  const providers = (...dnsServers: string[]): MailboxProviders => new MailboxProviders(new Dns({ dnsServers }));

  it('is found by its mail host, asked once', async () => {
    const found = providers(names.address);
    expect(found.cached('shop.example')).toBeNull();
    expect(await Promise.all([found.of('shop.example'), found.of('shop.example')])).toEqual(['google', 'google']);
    expect(found.cached('shop.example')).toBe('google');
    expect(await found.of('münchen.example')).toBe('hoster.example');
    expect(await found.of('gmail.com')).toBe('google');
    expect(names.asked).toEqual(['shop.example', 'xn--mnchen-3ya.example']);
  });

  it('is the domain itself without a mail host, for reserved names, and without name servers', async () => {
    expect(await providers(names.address).of('nowhere.example')).toBe('nowhere.example');
    expect(await providers().of('shop.test')).toBe('shop.test');
    names.refuses = true;
    const found = providers(names.address);
    for (const domain of ['a.example', 'b.example', 'c.example', 'd.example'])
      expect(await found.of(domain)).toBe(domain);
    // After three failures in a row, no server is asked for a while.
    expect(names.asked).not.toContain('d.example');
    names.refuses = false;
  });
});
