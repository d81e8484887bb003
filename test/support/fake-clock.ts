import { performance as performanceOfNode } from 'node:perf_hooks';
import timers from 'node:timers/promises';

/**
 * In each test of the spec or the `describe`, time starts at 0 and stands still until `jest.advanceTimersByTimeAsync` moves it; `jest.now()`
 * returns it. Includes what Jest does not replace: imports of Node's `performance` and of its timers that return promises.
 */
export function useFakeClock(): void {
  beforeEach(() => {
    jest.useFakeTimers({ now: 0, doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] });
    jest.spyOn(performanceOfNode, 'now').mockImplementation(() => jest.now());
    jest
      .spyOn(timers, 'setTimeout')
      .mockImplementation((ms, value) => new Promise((resolve) => void setTimeout(resolve, ms, value)));
  });
  afterEach(() => {
    jest.restoreAllMocks();
    jest.useRealTimers();
  });
}
