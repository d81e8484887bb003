/** Simulations lock contacts, so they must not take too long. */
export class SimulationTooLong extends Error {}

const MAX_STEPS = 5_000;
const MAX_MS = 20_000;

export class SimulationBudget {
  private readonly deadline = performance.now() + MAX_MS;
  private stepsLeft = MAX_STEPS;

  spend(steps: number): void {
    this.stepsLeft -= steps;
    if (this.stepsLeft < 0) throw new SimulationTooLong(`takes more than ${MAX_STEPS} steps`);
    if (performance.now() > this.deadline) throw new SimulationTooLong(`takes more than ${MAX_MS / 1_000} seconds`);
  }
}
