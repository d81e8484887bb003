import { DateTime, type Zone } from 'luxon';

/**
 * Returns the moment at which the local time in `there` is the local time of `moment` in `here`. A local time that is skipped
 * in `there` becomes the time one hour later; of a repeated one the first is used.
 */
export function wallClockIn(moment: Date, here: Zone, there: Zone): Date {
  const shifted = DateTime.fromJSDate(moment, { zone: here }).setZone(there, { keepLocalTime: true });
  const [first] = shifted.getPossibleOffsets();
  return (first ?? shifted).toJSDate();
}
