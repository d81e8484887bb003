import { EntitySchema, type EntitySchemaColumnOptions } from 'typeorm';
import * as column from '../../platform/database/columns.js';
import { type Rollup, ROLLUPS } from './counters.js';

/** Compared by bytes, so that the order of counting does not matter. */
const exactText = { ...column.shortText, ...column.exact };
/** In the smallest unit of the currency. */
const money = { type: 'bigint', default: 0 } as const;

/** Key columns that are not ids. */
const KEYS: Readonly<Record<string, EntitySchemaColumnOptions>> = {
  day: { type: 'date' },
  hour: { type: 'datetime' },
  currency: { type: 'char', length: 3, ...column.ascii },
  domain: exactText,
  reason: exactText,
};

/** Counters that can be negative, or need more digits. Others count up only. */
const COUNTERS: Readonly<Record<string, EntitySchemaColumnOptions>> = {
  opened: column.revocable,
  clicked: column.revocable,
  orders: column.revocable,
  activity: column.revocable,
  campaign_orders: column.revocable,
  funnel_orders: column.revocable,
  revenue: money,
  refunded: money,
  campaign_revenue: money,
  funnel_revenue: money,
  engagement: { type: 'decimal', precision: 65, scale: 0, default: 0 },
};

/** The tables of the rollups. */
export const ROLLUP_TABLES = ROLLUPS.map(
  ({ table, key, kinds, counters, indexes = {} }) =>
    new EntitySchema({
      name: table,
      tableName: table,
      columns: Object.fromEntries<EntitySchemaColumnOptions>([
        ...key.map((column) => [column, { ...keyColumn(column, kinds), primary: true }] as const),
        ...counters.map((counter) => [counter, COUNTERS[counter] ?? column.count] as const),
      ]),
      indices: Object.entries(indexes).map(([end, columns]) => ({ name: `ix_${table}_${end}`, columns: [...columns] })),
    }),
);

function keyColumn(name: string, kinds: Rollup['kinds']): EntitySchemaColumnOptions {
  return name === 'kind' ? { type: 'enum', enum: [...(kinds ?? [])] } : (KEYS[name] ?? column.unsigned);
}
