/** A simulation that would take more than is good for those who really work on the same contacts. */
export class SimulationTooLong extends Error {}

const MOST_STEPS = 5_000;
const MOST_MS = 20_000;

/** How much one request may simulate. */
export class SimulationBudget {
  private readonly deadline = performance.now() + MOST_MS;
  private stepsLeft = MOST_STEPS;

  /** @throws SimulationTooLong once it is used up. */
  spend(steps: number): void {
    this.stepsLeft -= steps;
    if (this.stepsLeft < 0) throw new SimulationTooLong(`leads to more than ${MOST_STEPS} steps`);
    if (performance.now() > this.deadline) throw new SimulationTooLong(`takes more than ${MOST_MS / 1_000} seconds`);
  }
}
