import { DateTime } from 'luxon';

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

/** Looks up the UTC offset once per day, and per moment only on days on which it changes: lookups are slow. */
export class WallClock {
  private readonly midnights = new Map<number, number>();

  constructor(private readonly timeZone: string) {}

  /** Minutes ahead of UTC. */
  offsetAt(moment: number): number {
    const day = Math.floor(moment / DAY_MS);
    const [before, after] = [this.atMidnight(day), this.atMidnight(day + 1)];
    return before === after ? before : this.lookUp(moment);
  }

  /** Returns `YYYY-MM-DDTHH:MM:SS`. */
  show(moment: number): string {
    return new Date(moment + this.offsetAt(moment) * MINUTE_MS).toISOString().slice(0, 19);
  }

  /** Returns the local time with its UTC offset, such as `+01:00`. */
  showWithOffset(moment: number): string {
    const offset = this.offsetAt(moment);
    const [hours, minutes] = [Math.floor(Math.abs(offset) / 60), Math.abs(offset) % 60];
    const digits = [hours, minutes].map((part) => String(part).padStart(2, '0')).join(':');
    return `${this.show(moment)}${offset < 0 ? '-' : '+'}${digits}`;
  }

  private atMidnight(day: number): number {
    const known = this.midnights.get(day);
    if (known !== undefined) return known;
    const offset = this.lookUp(day * DAY_MS);
    this.midnights.set(day, offset);
    return offset;
  }

  private lookUp(moment: number): number {
    return DateTime.fromMillis(moment, { zone: this.timeZone }).offset;
  }
}
