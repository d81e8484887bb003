import { stopAtEnd } from './stop-at-end.js';

/**
 * The monotonic clock of this process stands still unless the test moves it; after the test it goes on from there,
 * because it must never go back. Timers and the clock of the database are not affected.
 */
export function standingClock(): { readonly forward: (ms: number) => void } {
  const real = performance.now.bind(performance);
  let now = Math.ceil(real());
  performance.now = () => now;
  stopAtEnd({
    stop: () => {
      const ahead = now - real();
      performance.now = () => real() + ahead;
    },
  });
  return {
    forward: (ms) => {
      now += ms;
    },
  };
}
