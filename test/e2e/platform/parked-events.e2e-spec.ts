import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { CliModule } from '../../../src/cli.module.js';
import { WebhookDispatcher } from '../../../src/modules/webhooks/dispatcher/webhook-dispatcher.subscriber.js';
import {
  ListParkedEventsCommand,
  RetryParkedEventsCommand,
} from '../../../src/platform/outbox/parked-events.commands.js';
import { Relay } from '../../../src/platform/outbox/relay.js';
import { stopAtEnd } from '../../support/stop-at-end.js';
import { WebhookReceiver } from '../../support/webhook-receiver.js';
import { World } from '../../support/world.js';

describe('parked events', () => {
  let world: World;
  let receiver: WebhookReceiver;
  let dispatcher: WebhookDispatcher;
  let cli: INestApplicationContext;
  let fault: jest.SpyInstance | null = null;

  beforeAll(async () => {
    world = await World.start();
    receiver = await WebhookReceiver.start(world.config.dataDir);
    dispatcher = world.worker!.get(WebhookDispatcher, { strict: false });
    await world.given.webhook({ url: receiver.url, events: ['contact.created'] });
    cli = await NestFactory.createApplicationContext(CliModule.with(world.config), {
      logger: false,
      abortOnError: false,
    });
    stopAtEnd({ stop: () => cli.close() });
  });
  beforeEach(() => {
    receiver.requests.length = 0;
  });
  afterEach(async () => {
    repair();
    await world.db.transaction((tx) => tx.execute('DELETE FROM parked_events'));
  });

  /** From now on the webhooks subscriber fails. */
  function failDeliveries(): void {
    fault = jest
      .spyOn(dispatcher, 'onEvents')
      .mockImplementation(() => Promise.reject(new TypeError('no such thing for ada@example.com')));
  }
  function repair(): void {
    fault?.mockRestore();
    fault = null;
  }

  const parked = () =>
    world.db.query<{ id: number; subscriber: string; tries: number; error: string; waits: number }>(
      `SELECT event_id AS id, subscriber, tries, error, retry_requested_at IS NOT NULL AS waits
         FROM parked_events ORDER BY event_id`,
    );

  /** Runs a command in a separate application. */
  async function run(
    command: typeof ListParkedEventsCommand | typeof RetryParkedEventsCommand,
    args: string[],
    options: Record<string, unknown> = {},
  ): Promise<{ output: string[]; exitCode: unknown }> {
    const output = jest.spyOn(console, 'log').mockImplementation(() => undefined);
    const exitCodeOfJest = process.exitCode;
    process.exitCode = undefined;
    try {
      await cli
        .get<{ run: (args: string[], options: object) => Promise<void> }>(command)
        .run(args, { wait: 600, ...options });
      return { output: output.mock.calls.map(([line]) => String(line)), exitCode: process.exitCode };
    } finally {
      process.exitCode = exitCodeOfJest;
      output.mockRestore();
    }
  }

  async function parkTwoEvents(): Promise<number[]> {
    failDeliveries();
    await world.given.contact();
    await world.given.contact();
    await world.settle();
    return (await parked()).map(({ id }) => id);
  }

  it('are listed with their error, without personal data', async () => {
    const [first] = await parkTwoEvents();
    const { output } = await run(ListParkedEventsCommand, []);
    expect(output).toHaveLength(2);
    expect(output[0]).toMatch(
      new RegExp(
        `^${first}  contact\\.created  for webhook-dispatcher \\(since .+Z, request \\w+\\): TypeError: no such thing for \\*\\*\\*@\\*\\*\\*$`,
      ),
    );
    const { output: lines } = await run(ListParkedEventsCommand, [], { json: true, subscriber: 'webhook-dispatcher' });
    expect(JSON.parse(lines[0]!)).toMatchObject({
      id: first,
      type: 'contact.created',
      tries: 0,
      retry_requested: false,
    });
    expect((await run(ListParkedEventsCommand, [], { json: true, subscriber: 'reports' })).output).toEqual([]);
  });

  it('are delivered again, each once, after the cause is fixed', async () => {
    await parkTwoEvents();
    repair();
    const { output, exitCode } = await run(RetryParkedEventsCommand, [], { all: true });
    expect({ output, exitCode }).toEqual({ output: ['Delivered: 2 of 2.'], exitCode: undefined });
    await world.settle();
    expect(await parked()).toEqual([]);
    expect(receiver.requests).toHaveLength(2);
    expect(await run(RetryParkedEventsCommand, [], { all: true })).toEqual({
      output: ['No event is parked.'],
      exitCode: undefined,
    });
    await world.settle();
    expect(receiver.requests).toHaveLength(2);
  });

  it('stay parked with the new error if the cause persists, and are not requested any more', async () => {
    const [first, second] = await parkTwoEvents();
    fault?.mockImplementation(() => Promise.reject(new Error('still not')));
    const { output, exitCode } = await run(RetryParkedEventsCommand, [String(first)]);
    expect(exitCode).toBe(1);
    expect(output[0]).toBe('Delivered: 0 of 1.');
    expect(output[1]).toMatch(/retried 1 time.*: Error: still not$/);
    expect(await parked()).toMatchObject([
      { id: first, tries: 1, error: 'Error: still not', waits: 0 },
      { id: second, tries: 0, waits: 0 },
    ]);
  });

  it('are retried one by one: a failing one does not block others', async () => {
    const [first, second] = await parkTwoEvents();
    repair();
    const real = dispatcher.onEvents.bind(dispatcher);
    fault = jest
      .spyOn(dispatcher, 'onEvents')
      .mockImplementation((tx, events) =>
        events.some(({ id }) => id === first) ? Promise.reject(new Error('not this one')) : real(tx, events),
      );
    const { output } = await run(RetryParkedEventsCommand, [], { all: true });
    expect(output[0]).toBe('Delivered: 1 of 2.');
    expect((await parked()).map(({ id }) => id)).toEqual([first]);
    await world.settle();
    expect(receiver.requests).toHaveLength(1);
    expect(second).toBeGreaterThan(first!);
  });

  it('are retried in one transaction: writes of a failing subscriber are rolled back', async () => {
    const [first] = await parkTwoEvents();
    repair();
    const real = dispatcher.onEvents.bind(dispatcher);
    fault = jest.spyOn(dispatcher, 'onEvents').mockImplementation(async (tx, events) => {
      await real(tx, events);
      throw new Error('at the last moment');
    });
    await run(RetryParkedEventsCommand, [String(first)]);
    repair();
    await world.settle();
    expect(receiver.requests).toEqual([]);
    await run(RetryParkedEventsCommand, [String(first)]);
    await world.settle();
    expect(receiver.requests).toHaveLength(1);
  });

  it('wait for a worker, and the command says so', async () => {
    const [first] = await parkTwoEvents();
    const relay = world.worker!.get(Relay, { strict: false });
    const idle = jest.spyOn(relay, 'retryParked').mockResolvedValue(0);
    const { output, exitCode } = await run(RetryParkedEventsCommand, [String(first)], { wait: 0 });
    expect(output).toEqual([
      'Delivered: 0 of 1.',
      'Not retried yet: 1. Check that a worker is running; the request is stored.',
    ]);
    expect(exitCode).toBe(1);
    idle.mockRestore();
    repair();
    await relay.retryParked();
    expect((await parked()).map(({ id }) => id)).not.toContain(first);
  });

  it('of an unknown subscriber stay parked with that reason', async () => {
    const [first] = await parkTwoEvents();
    await world.db.transaction((tx) =>
      tx.execute(`UPDATE parked_events SET subscriber = 'former' WHERE event_id = :first`, { first: first! }),
    );
    const { output } = await run(RetryParkedEventsCommand, [String(first)]);
    expect(output[1]).toContain('no subscriber of this name exists');
  });

  it.each([
    [[], {}],
    [['7'], { all: true }],
    [['seven'], {}],
    [['0'], {}],
  ])('are selected either by ids or all together: %j %j is refused', async (args, options) => {
    await expect(run(RetryParkedEventsCommand, args, options)).rejects.toThrow('ids');
  });

  it('that do not exist are an error', async () => {
    expect(await run(RetryParkedEventsCommand, ['999999999'])).toEqual({
      output: ['None of these events is parked.'],
      exitCode: 1,
    });
  });
});
