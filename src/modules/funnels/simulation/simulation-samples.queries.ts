import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import type { TriggerData } from '../../mail-content/trigger-data.js';
import { exampleData } from '../definition/trigger-catalog.js';
import type { RunningFunnel } from '../versions/running-funnels.service.js';
import type { Filters } from '../../segments/segments.service.js';
import { FiltersService } from '../../segments/filter-language/filters.service.js';

const ROUNDS = 3;
const DRAWN = 1_000;

@Injectable()
export class SimulationSamples {
  constructor(
    private readonly db: Database,
    private readonly filters: FiltersService,
  ) {}

  async known(contactIds: readonly number[]): Promise<number> {
    const rows = await this.db.query('SELECT id FROM contacts WHERE id IN (:contactIds)', { contactIds });
    return rows.length;
  }

  /** Returns the data of the latest enrollment, else an example. */
  async dataFor({ id, triggerName }: RunningFunnel): Promise<TriggerData> {
    const [latest] = await this.db.query<{ data: string }>(
      `SELECT d.data FROM funnel_entries e JOIN funnel_entry_data d ON d.entry_id = e.id
        WHERE e.funnel_id = :id ORDER BY e.id DESC LIMIT 1`,
      { id },
    );
    return latest ? (JSON.parse(latest.data) as TriggerData) : exampleData(triggerName);
  }

  /** Draws random ids at constant cost; if few contacts match, takes the first ones that do. Sorted by id. */
  async draw(filters: Filters | null, size: number, now: Date): Promise<number[]> {
    const [range] = await this.db.query<{ first: number | null; last: number | null }>(
      'SELECT MIN(id) AS first, MAX(id) AS last FROM contacts',
    );
    const [first, last] = [range?.first ?? null, range?.last ?? null];
    if (first === null || last === null) return [];
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
      const fitting = new Set(rows.map(({ id }) => id));
      take(drawn.filter((id) => fitting.has(id)));
    }
    if (chosen.size < size) {
      const rows = await this.db.query<{ id: number }>(
        `SELECT c.id FROM contacts c WHERE ${sql} ORDER BY c.id LIMIT ${size}`,
        params,
      );
      take(rows.map(({ id }) => id));
    }
    return [...chosen].sort((a, b) => a - b);
  }
}
