import { DatabaseClock } from '../../src/platform/clock/clock.js';
import { type Stoppable, stopAtEnd } from './stop-at-end.js';
import type { World } from './world.js';

const UNIT_MS = { seconds: 1_000, minutes: 60_000, hours: 3_600_000, days: 86_400_000 } as const;

/**
 * A clock for due times that stands still until it is moved, for waits of days. Everything else (the ledger, webhooks) uses
 * the real clock.
 */
export class ManualClock implements Stoppable {
  private moment: Date;
  private readonly spies: jest.SpyInstance[] = [];

  constructor(
    private readonly world: World,
    start: Date | string,
  ) {
    this.moment = new Date(start);
    for (const application of [world.api, world.worker])
      if (application)
        this.spies.push(
          jest
            .spyOn(application.get(DatabaseClock, { strict: false }), 'now')
            .mockImplementation(() => Promise.resolve(new Date(this.moment))),
        );
    stopAtEnd(this);
  }

  get now(): Date {
    return new Date(this.moment);
  }

  /** Runs everything that is due. */
  async to(moment: Date | string): Promise<void> {
    this.moment = new Date(moment);
    await this.world.settle();
  }

  async forward(by: Partial<Record<keyof typeof UNIT_MS, number>>): Promise<void> {
    const ms = Object.entries(by).reduce((sum, [unit, many]) => sum + many * UNIT_MS[unit as keyof typeof UNIT_MS], 0);
    await this.to(new Date(this.moment.getTime() + ms));
  }

  /** Moves to the next due time of an enrollment. @returns whether there was one. */
  async toNextStep(): Promise<boolean> {
    const [next] = await this.world.db.query<{ at: Date | null }>(
      'SELECT MIN(due_at) AS at FROM funnel_entries WHERE due_at > :now',
      { now: this.moment },
    );
    if (!next?.at) return false;
    await this.to(next.at);
    return true;
  }

  /** Restores the real time. */
  stop(): void {
    for (const spy of this.spies) spy.mockRestore();
  }
}
