import { DateTime, type Zone } from 'luxon';

/**
 * The moment at which the clock in `there` shows what the clock in `here` shows at `moment`. An hour that is skipped there
 * is taken as the one after it, an hour that comes twice as the first.
 */
export function wallClockIn(moment: Date, here: Zone, there: Zone): Date {
  const shifted = DateTime.fromJSDate(moment, { zone: here }).setZone(there, { keepLocalTime: true });
  const [first] = shifted.getPossibleOffsets();
  return (first ?? shifted).toJSDate();
}
