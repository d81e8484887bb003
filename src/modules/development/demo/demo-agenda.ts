import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import type { MovableClock } from '../../../platform/clock/movable-clock.js';

interface Act {
  readonly at: number;
  readonly run: () => Promise<unknown>;
}

/** What people and the shop are going to do. Moves the clock. */
@Injectable()
export class DemoAgenda {
  private acts: Act[] = [];

  constructor(@Inject(Clock) private readonly clock: MovableClock) {}

  plan(at: number, run: () => Promise<unknown>): void {
    this.acts.push({ at, run });
  }

  /** Does everything that is planned before a moment, in order, each at its own time. The clock then shows that moment. */
  async until(moment: number): Promise<void> {
    const due = this.acts.filter(({ at }) => at < moment).sort((one, other) => one.at - other.at);
    this.acts = this.acts.filter(({ at }) => at >= moment);
    for (const { at, run } of due) {
      this.clock.to(new Date(at));
      await run();
    }
    this.clock.to(new Date(moment));
  }
}
