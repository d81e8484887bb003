import { Injectable } from '@nestjs/common';
import { DatabaseClock } from '../../../platform/clock/database-clock.js';
import { Database } from '../../../platform/database/database.js';
import { AppError, invalidParam, notFound } from '../../../platform/errors/app-error.js';
import { type RunningFunnel, RunningFunnels } from '../running-funnels.service.js';
import type { SimulatedWay } from './simulated-way.js';
import { SimulatedWays } from './simulated-ways.service.js';
import { SimulationBudget, SimulationTooLong } from './simulation-budget.js';
import { SimulationSamples } from './simulation-samples.queries.js';

export interface SimulationInput {
  /** These contacts, or so many whom the funnel's filters let in. */
  readonly whom: { readonly contactIds: readonly number[] } | { readonly sample: number };
  readonly horizonDays: number;
  /** The number of a version; null for the present one. */
  readonly version: number | null;
}

export interface Simulation {
  readonly funnelId: number;
  readonly version: number;
  readonly from: Date;
  readonly until: Date;
  readonly ways: readonly SimulatedWay[];
}

/** Each group is a transaction: its contacts and what counts them are locked no longer than it takes. */
const AT_ONCE = 50;
const DAY_MS = 86_400_000;
/** Of one process, beside the one whose turn it is. */
const MOST_WAITING = 5;
const WAIT_SECONDS = 5;

/** What a funnel would do with contacts, without its being done. */
@Injectable()
export class FunnelSimulations {
  private turn: Promise<unknown> = Promise.resolve();
  private underWay = 0;

  constructor(
    private readonly db: Database,
    private readonly clock: DatabaseClock,
    private readonly funnels: RunningFunnels,
    private readonly samples: SimulationSamples,
    private readonly simulated: SimulatedWays,
  ) {}

  /**
   * One at a time: two that lock the same contacts and counters would only wait for each other.
   * @throws AppError rest_post_invalid_id; rest_invalid_param for a contact or version that is not there, and for too much;
   * rest_too_many_requests.
   */
  async simulate(funnelId: number, input: SimulationInput): Promise<Simulation> {
    if (this.underWay > MOST_WAITING)
      throw new AppError('rest_too_many_requests', 'Too many simulations at a time.', {
        headers: { 'Retry-After': String(WAIT_SECONDS) },
      });
    this.underWay += 1;
    const simulation = this.turn.then(() => this.inTurn(funnelId, input));
    this.turn = simulation.catch(() => undefined);
    try {
      return await simulation;
    } finally {
      this.underWay -= 1;
    }
  }

  private async inTurn(funnelId: number, { whom, horizonDays, version }: SimulationInput): Promise<Simulation> {
    const funnel = await this.funnel(funnelId, version);
    const from = await this.clock.now(this.db);
    const until = new Date(from.getTime() + horizonDays * DAY_MS);
    const contactIds = await this.contacts(funnel, whom, from);
    const field = 'sample' in whom ? 'sample' : 'contact_id';
    try {
      const ways = await this.waysOf(funnel, contactIds, from, until);
      return { funnelId, version: funnel.version, from, until, ways };
    } catch (error) {
      if (error instanceof SimulationTooLong) throw invalidParam(field, `${error.message}; try less at a time`);
      throw error;
    }
  }

  private async waysOf(
    funnel: RunningFunnel,
    contactIds: readonly number[],
    from: Date,
    until: Date,
  ): Promise<readonly SimulatedWay[]> {
    const budget = new SimulationBudget();
    const ways: SimulatedWay[] = [];
    for (let start = 0; start < contactIds.length; start += AT_ONCE) {
      const those = contactIds.slice(start, start + AT_ONCE);
      // Ambient, so that nothing that a step calls can reach the database on a connection of its own and stay there.
      const group = await this.db.ambientTransaction(() =>
        this.db.dryRun((tx) => this.simulated.go(tx, funnel, those, { from, until, budget })),
      );
      ways.push(...group);
    }
    return ways;
  }

  /** As if it were published; it is not held, since the versions of steps never change. */
  private async funnel(funnelId: number, version: number | null): Promise<RunningFunnel> {
    const funnel = await this.db.transaction((tx) => this.funnels.hold(tx, funnelId));
    if (!funnel) throw notFound('funnel');
    if (version === null) return { ...funnel, status: 'published' };
    const [known] = await this.db.query<{ id: number }>(
      'SELECT id FROM funnel_versions WHERE funnel_id = :funnelId AND version = :version',
      { funnelId, version },
    );
    if (!known) throw invalidParam('version', 'names no version of this funnel');
    return { ...funnel, status: 'published', versionId: known.id, version };
  }

  private async contacts(funnel: RunningFunnel, whom: SimulationInput['whom'], now: Date): Promise<readonly number[]> {
    if ('sample' in whom) return this.samples.draw(funnel.conditions.filters, whom.sample, now);
    const { contactIds } = whom;
    if ((await this.samples.known(contactIds)) < contactIds.length)
      throw invalidParam('contact_id', 'names no contact');
    return contactIds;
  }
}
