import { setTimeout as sleep } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import { useFakeClock } from '../../../../test/support/fake-clock.js';
import type { AppConfig } from '../../../platform/config/config.js';
import type { Metrics } from '../../../platform/metrics/metrics.js';
import type { CallResult, WebhookCall, WebhookCaller } from '../webhook-caller.js';
import type { Claim, ClaimedDelivery, DeliveryClaims } from './delivery-claims.service.js';
import type { DeliverySettlements, Settled } from './delivery-settlements.service.js';
import { WebhookDeliveryService } from './webhook-delivery.service.js';

const TIMEOUT: CallResult = {
  success: false,
  outcome: 'timeout',
  code: 0,
  ms: 1,
  remoteAddress: null,
  responseHead: null,
  excerpt: null,
  timeUp: true,
};
const SUCCESS: CallResult = { ...TIMEOUT, success: true, outcome: 'success', code: 200, timeUp: false };
const STORED: Settled = { retryInMs: null, health: { status: 'active', consecutiveFailures: 0, probing: false } };

interface Fakes {
  /** The result of a call; pending forever by default. */
  answer: (call: WebhookCall) => Promise<CallResult>;
  settle: () => Promise<Settled>;
  isCurrent: () => Promise<boolean>;
  /** Awaited by claims. */
  lock: () => Promise<unknown>;
  /** Milliseconds by which claims are older than they appear. */
  age: number;
  /** The most that one claim finds. */
  due: () => number;
}

/** Of the test that runs. */
const created: WebhookDeliveryService[] = [];

/** The lanes alone: endless deliveries for every webhook, no database, no network. */
function lanes(changes: Partial<Fakes> = {}, maxRatePerHost = 0) {
  const fakes: Fakes = {
    answer: () => new Promise(() => undefined),
    settle: () => Promise.resolve(STORED),
    isCurrent: () => Promise.resolve(true),
    lock: () => Promise.resolve(),
    age: 0,
    due: () => Infinity,
    ...changes,
  };
  let claimed = 0;
  const begun: WebhookCall[] = [];
  const returned: number[] = [];
  const claim = async (webhookId: number, most: number): Promise<Claim> => {
    const claimedAt = jest.now() - fakes.age;
    await fakes.lock();
    const due = fakes.due();
    return {
      deliveries: Array.from({ length: Math.min(most, due) }, () => {
        claimed += 1;
        return { id: claimed, webhookId, url: `https://host${webhookId}.example.com/`, claimedAt } as ClaimedDelivery;
      }),
      more: true,
      blocked: false,
      concurrency: 4,
      revision: new Date(0),
      claimedAt,
    };
  };
  const service = new WebhookDeliveryService(
    {
      claim,
      isCurrent: () => fakes.isCurrent(),
      release: (deliveries: readonly ClaimedDelivery[]) => {
        returned.push(...deliveries.map(({ id }) => id));
        fakes.age = 0;
        return Promise.resolve();
      },
    } as unknown as DeliveryClaims,
    { stalled: false, stop: () => undefined, settle: () => fakes.settle() } as unknown as DeliverySettlements,
    {
      call: (call: WebhookCall) => {
        begun.push(call);
        return fakes.answer(call);
      },
    } as unknown as WebhookCaller,
    { counter: () => ({ inc: () => undefined }) } as unknown as Metrics,
    { webhooks: { maxRatePerHost } } as AppConfig,
  );
  created.push(service);
  const of = (webhookId: number): number => begun.filter((call) => call.webhookId === webhookId).length;
  return { service, fakes, begun, returned, of };
}

/** Long enough for more requests to start than allowed. */
const soon = (): Promise<void> => jest.advanceTimersByTimeAsync(30);

function alternately(...values: readonly number[]): () => number {
  let calls = 0;
  return () => values[calls++ % values.length]!;
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await jest.advanceTimersByTimeAsync(5);
}

/** Lets requests in progress end. */
const stop = (service: WebhookDeliveryService): Promise<unknown> =>
  Promise.all([service.beforeApplicationShutdown(), jest.advanceTimersByTimeAsync(1_000)]);

describe('webhook lanes', () => {
  // Every call is logged.
  beforeAll(() => {
    Logger.overrideLogger(false);
  });
  // Deliveries are endless, so a service that still runs would go on during later tests. Not awaited, because most requests stay in progress.
  afterEach(() => {
    for (const service of created.splice(0)) void service.beforeApplicationShutdown();
  });
  useFakeClock();

  it('start with one request to an unknown webhook and have at most four in progress', async () => {
    const { service, fakes, of } = lanes();
    service.wake(1);
    await until(() => of(1) > 0);
    await soon();
    expect(of(1)).toBe(1);

    let answered = 0;
    fakes.answer = () => {
      answered += 1;
      return answered <= 8 ? Promise.resolve(SUCCESS) : new Promise(() => undefined);
    };
    service.wake(2);
    await until(() => of(2) >= 8 + 4);
    await soon();
    expect(of(2)).toBe(8 + 4);
  });

  it('have at most 64 requests in progress per process, for any number of webhooks', async () => {
    const { service, begun } = lanes();
    for (let webhook = 1; webhook <= 100; webhook += 1) service.wake(webhook);
    await until(() => begun.length >= 64);
    await soon();
    expect(begun).toHaveLength(64);
  });

  it('give one webhook at most three quarters of a process, unstored results included', async () => {
    const { service, begun } = lanes({
      answer: () => Promise.resolve(SUCCESS),
      settle: () => new Promise(() => undefined),
    });
    service.wake(1);
    await until(() => begun.length >= 48);
    await soon();
    expect(begun).toHaveLength(48);
  });

  it('use one lane for an endpoint whose last three attempts timed out', async () => {
    let underWay = 0;
    const atOnce: number[] = [];
    const { service, begun } = lanes({
      answer: async () => {
        if (begun.length <= 8) return SUCCESS;
        underWay += 1;
        atOnce.push(underWay);
        await sleep(10);
        underWay -= 1;
        return TIMEOUT;
      },
    });
    service.wake(1);
    await until(() => atOnce.length > 12);
    await stop(service);
    expect(Math.max(...atOnce.slice(0, 4))).toBe(4);
    // Requests sent before the third timeout finish.
    expect(new Set(atOnce.slice(8))).toEqual(new Set([1]));
  });

  it('reserve half of a process for fast webhooks, however many slow ones succeed', async () => {
    const SLOW_WEBHOOKS = 40;
    const { service, fakes, begun, of } = lanes();
    let held = 0;
    let slow = false;
    fakes.answer = async ({ webhookId }) => {
      if (webhookId > SLOW_WEBHOOKS || !slow) return sleep(1, SUCCESS);
      // They are known to be slow; from now on their requests stay in progress.
      if (of(webhookId) > shown.get(webhookId)! + 8) {
        held += 1;
        return new Promise(() => undefined);
      }
      await sleep(1);
      return { ...SUCCESS, ms: 20_000 };
    };
    const shown = new Map<number, number>();
    for (let webhook = 1; webhook <= SLOW_WEBHOOKS; webhook += 1) service.wake(webhook);
    await jest.advanceTimersByTimeAsync(200);
    for (let webhook = 1; webhook <= SLOW_WEBHOOKS; webhook += 1) shown.set(webhook, of(webhook));
    slow = true;
    await until(() => held > 16);
    await jest.advanceTimersByTimeAsync(300);
    expect(held).toBeLessThanOrEqual(32);
    const before = begun.length;
    service.wake(SLOW_WEBHOOKS + 1);
    await until(() => of(SLOW_WEBHOOKS + 1) > 4);
    expect(begun.length).toBeGreaterThan(before);
  });

  it('give no second lane to a webhook with slow responses', async () => {
    let underWay = 0;
    const atOnce: number[] = [];
    const { service } = lanes({
      answer: async () => {
        underWay += 1;
        atOnce.push(underWay);
        await sleep(5);
        underWay -= 1;
        return { ...SUCCESS, ms: 20_000 };
      },
    });
    service.wake(1);
    await until(() => atOnce.length > 3);
    await stop(service);
    expect(Math.max(...atOnce)).toBe(1);
  });

  it('release a claim older than ten seconds and claim again before a socket opens', async () => {
    const { service, begun, returned } = lanes({ age: 10_001 });
    service.wake(1);
    await until(() => begun.length > 0);
    await soon();
    expect(returned).toEqual(Array.from({ length: 16 }, (_, index) => index + 1));
    expect(begun.map(({ deliveryId }) => deliveryId)).toEqual([17]);
  });

  it('release what was claimed in advance when the process stops', async () => {
    const { service, fakes, begun, returned } = lanes();
    let unlock: (value?: unknown) => void = () => undefined;
    let succeed: (result: CallResult) => void = () => undefined;
    const lock = new Promise((resolve) => (unlock = resolve));
    const answer = new Promise<CallResult>((resolve) => (succeed = resolve));
    fakes.answer = () => {
      fakes.lock = () => lock;
      return begun.length < 8 ? Promise.resolve(SUCCESS) : answer;
    };
    service.wake(1);
    await until(() => begun.length >= 8);
    await soon();
    const stopped = service.beforeApplicationShutdown();
    succeed(SUCCESS);
    await soon();
    unlock();
    await stopped;
    const handled = new Set([...begun.map(({ deliveryId }) => deliveryId), ...returned]);
    expect(handled.size).toBe(16 + 32);
  });

  it.each([
    ['still as it was', true, 1, 0],
    ['not as it was', false, 17, 16],
  ])('ask about a webhook when a claim is older than 250 ms: one that is %s', async (_how, current, first, back) => {
    const { service, begun, returned } = lanes({ age: 300, isCurrent: () => Promise.resolve(current) });
    service.wake(1);
    await until(() => begun.length > 0);
    await soon();
    expect(begun.map(({ deliveryId }) => deliveryId)).toEqual([first]);
    expect(returned).toHaveLength(back);
  });

  it('send nothing whose webhook cannot be rechecked', async () => {
    const { service, fakes, begun } = lanes({ age: 300, isCurrent: () => Promise.reject(new Error('away')) });
    service.wake(1);
    await until(() => begun.length > 0);
    await soon();
    // Released and claimed again, which rechecks the webhook, too.
    expect(begun.map(({ deliveryId }) => deliveryId)).toEqual([17]);
    expect(fakes.age).toBe(0);
  });

  it.each<[string, number, number, Partial<Fakes>]>([
    ['of many deliveries', 51, 0, {}],
    ['of one or two, for which more lanes wait', 15, 30, { due: alternately(1, 2), lock: () => sleep(60) }],
  ])('keep the rate limit of a host without delaying other hosts: claims %s', async (_size, least, ms, fakes) => {
    const starts = new Map<number, number[]>([1, 2].map((webhook) => [webhook, []]));
    const answer = ({ webhookId }: WebhookCall): Promise<CallResult> => {
      starts.get(webhookId)!.push(jest.now());
      return ms === 0 ? Promise.resolve(SUCCESS) : sleep(ms, SUCCESS);
    };
    const { service } = lanes({ ...fakes, answer }, 50);
    service.wake(1);
    service.wake(2);
    await jest.advanceTimersByTimeAsync(1_000);
    await stop(service);
    for (const times of starts.values()) {
      expect(times.length).toBeGreaterThanOrEqual(least);
      for (const [index, at] of times.slice(1).entries()) expect(at - times[index]!).toBeGreaterThanOrEqual(20);
    }
  });
});
