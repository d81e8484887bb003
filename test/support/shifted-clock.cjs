/**
 * Loaded before a process (`node --require`), it makes that process believe in another time: by CLOCK_SHIFT_MS later.
 * The monotonic clock and timers stay as they are, as they do on a machine whose clock was set wrong.
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
