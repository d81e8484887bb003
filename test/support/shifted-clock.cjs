/**
 * Preloaded into a process (`node --require`), it moves its wall clock forward by CLOCK_SHIFT_MS.
 * The monotonic clock and timers are unchanged, as on a machine with a wrong clock.
 */
const shift = Number(process.env.CLOCK_SHIFT_MS ?? '0');
const RealDate = Date;

globalThis.Date = class Date extends RealDate {
  constructor(...given) {
    super(...(given.length === 0 ? [RealDate.now() + shift] : given));
  }

  static now() {
    return RealDate.now() + shift;
  }
};
