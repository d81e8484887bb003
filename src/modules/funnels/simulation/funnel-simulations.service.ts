import { Injectable } from '@nestjs/common';
import { DatabaseClock } from '../../../platform/clock/clock.js';
import { Database } from '../../../platform/database/database.js';
import { AppError, invalidParam } from '../../../platform/errors/app-error.js';
import { ASSUMES, type SimulatedContactResponse, type SimulationResponse } from '../dto/simulation.shapes.js';
import type { TriggerData } from '../../mail-content/trigger-data.js';
import { type RunningFunnel, RunningFunnels } from '../versions/running-funnels.service.js';
import { SimulationBudget, SimulationRunner, SimulationTooLong } from './simulation-runner.service.js';
import { idsOf } from '../../../platform/ids/ids.js';
import { FiltersService } from '../../segments/filter-language/filters.service.js';
import type { Filters } from '../../segments/segments.service.js';
import { exampleData } from '../definition/trigger-catalog.js';
import { ascending, inParts } from '../../../platform/values/collections.js';

interface SimulationInput {
  /** Given contacts, or a number of random contacts that match the filters. */
  readonly target: { readonly contactIds: readonly number[] } | { readonly sample: number };
  readonly horizonDays: number;
  readonly version: number | null;
  /** Of the enrollments. */
  readonly data: TriggerData | undefined;
}

const GROUP_SIZE = 50;
const DAY_MS = 86_400_000;
const MAX_WAITING = 5;
const WAIT_SECONDS = 5;
const ROUNDS = 3;
const DRAWN = 1_000;

/** Simulates a funnel for contacts in transactions that are rolled back. */
@Injectable()
export class FunnelSimulations {
  private queue: Promise<unknown> = Promise.resolve();
  private inProgress = 0;

  constructor(
    private readonly db: Database,
    private readonly clock: DatabaseClock,
    private readonly funnels: RunningFunnels,
    private readonly filters: FiltersService,
    private readonly simulated: SimulationRunner,
  ) {}

  /**
   * Runs one simulation at a time, because concurrent ones would wait for the same locks.
   * @throws AppError rest_post_invalid_id; rest_invalid_param for an unknown contact or version, or if it takes too long;
   * rest_too_many_requests.
   */
  async simulate(funnelId: number, input: SimulationInput): Promise<SimulationResponse> {
    if (this.inProgress > MAX_WAITING)
      throw new AppError('rest_too_many_requests', 'Too many simulations at a time.', {
        headers: { 'Retry-After': String(WAIT_SECONDS) },
      });
    this.inProgress += 1;
    const simulation = this.queue.then(() => this.runNext(funnelId, input));
    this.queue = simulation.catch(() => undefined);
    try {
      return await simulation;
    } finally {
      this.inProgress -= 1;
    }
  }

  private async runNext(
    funnelId: number,
    { target, horizonDays, version, data }: SimulationInput,
  ): Promise<SimulationResponse> {
    const funnel = await this.funnel(funnelId, version);
    const from = await this.clock.now(this.db);
    const until = new Date(from.getTime() + horizonDays * DAY_MS);
    const contactIds = await this.contacts(funnel, target, from);
    const field = 'sample' in target ? 'sample' : 'contact_id';
    try {
      const known = data ?? (await this.dataFor(funnel));
      const contacts = await this.resultsOf(funnel, contactIds, known, from, until);
      const clock = { from: from.toISOString(), until: until.toISOString() };
      return { funnel_id: funnelId, version: funnel.version, ...clock, assumes: ASSUMES, contacts };
    } catch (error) {
      if (error instanceof SimulationTooLong) throw invalidParam(field, `${error.message}; simulate less at a time`);
      throw error;
    }
  }

  private async resultsOf(
    funnel: RunningFunnel,
    contactIds: readonly number[],
    data: TriggerData,
    from: Date,
    until: Date,
  ): Promise<readonly SimulatedContactResponse[]> {
    const budget = new SimulationBudget();
    const results: SimulatedContactResponse[] = [];
    for (const those of inParts(contactIds, GROUP_SIZE)) {
      // The ambient transaction keeps every query of a step inside the rollback.
      const group = await this.db.ambientTransaction(() =>
        this.db.dryRun((tx) => this.simulated.run(tx, funnel, those, { from, until, budget, data })),
      );
      results.push(...group);
    }
    return results;
  }

  /** Reads the funnel as if it were published; it is not held, because versions are immutable. */
  private async funnel(funnelId: number, version: number | null): Promise<RunningFunnel> {
    const funnel = await this.db.transaction((tx) => this.funnels.holdExisting(tx, funnelId));
    if (version === null) return { ...funnel, status: 'published' };
    const versionId = await this.funnels.versionId(this.db, funnelId, version);
    if (versionId === null) throw invalidParam('version', 'is not a version of this funnel');
    return { ...funnel, status: 'published', versionId, version };
  }

  private async contacts(
    funnel: RunningFunnel,
    target: SimulationInput['target'],
    now: Date,
  ): Promise<readonly number[]> {
    if ('sample' in target) return this.draw(funnel.conditions.filters, target.sample, now);
    const { contactIds } = target;
    const known = await this.db.query('SELECT id FROM contacts WHERE id IN (:contactIds)', { contactIds });
    if (known.length < contactIds.length) throw invalidParam('contact_id', 'does not exist');
    return contactIds;
  }

  /** Returns the data of the latest enrollment, else an example. */
  private async dataFor({ id, triggerName }: RunningFunnel): Promise<TriggerData> {
    const [latest] = await this.db.query<{ data: string }>(
      `SELECT d.data FROM funnel_entries e JOIN funnel_entry_data d ON d.entry_id = e.id
        WHERE e.funnel_id = :id ORDER BY e.id DESC LIMIT 1`,
      { id },
    );
    return latest ? (JSON.parse(latest.data) as TriggerData) : exampleData(triggerName);
  }

  /** Draws random ids at constant cost; if few contacts match, takes the first ones that do. Sorted by id. */
  private async draw(filters: Filters | null, size: number, now: Date): Promise<number[]> {
    const [range] = await this.db.query<{ first: number; last: number }>(
      'SELECT MIN(id) AS first, MAX(id) AS last FROM contacts HAVING first IS NOT NULL',
    );
    if (!range) return [];
    const { first, last } = range;
    const { sql, params } =
      filters === null
        ? { sql: 'TRUE', params: {} }
        : await this.filters.compile(filters, 'filter', this.db, now, 'negative_rows');
    const chosen = new Set<number>();
    const take = (ids: Iterable<number>): void => {
      for (const id of ids) if (chosen.size < size) chosen.add(id);
    };
    for (let round = 0; round < ROUNDS && chosen.size < size; round += 1) {
      const drawn = Array.from({ length: DRAWN }, () => first + Math.floor(Math.random() * (last - first + 1)));
      const rows = await this.db.query<{ id: number }>(
        `SELECT c.id FROM contacts c WHERE c.id IN (:drawn) AND ${sql}`,
        { ...params, drawn },
      );
      const fitting = new Set(idsOf(rows));
      take(drawn.filter((id) => fitting.has(id)));
    }
    if (chosen.size < size) {
      const rows = await this.db.query<{ id: number }>(
        `SELECT c.id FROM contacts c WHERE ${sql} ORDER BY c.id LIMIT ${size}`,
        params,
      );
      take(idsOf(rows));
    }
    return [...chosen].sort(ascending);
  }
}
