import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '../../platform/database/database.js';
import type { Reader } from '../../platform/database/reader.js';
import { FunnelDefinition } from './definition/funnel-definition.js';
import type { FunnelConditions, FunnelSettings } from './definition/funnel-rules.js';
import type { Step } from './definition/step.js';
import { HeaderSecrets } from './http-calls/header-secrets.service.js';
import type { FunnelStatus } from './funnel-status.js';

/** A funnel as the engine reads it. */
export interface RunningFunnel {
  readonly id: number;
  readonly title: string;
  readonly triggerName: string;
  readonly status: FunnelStatus;
  readonly conditions: FunnelConditions;
  readonly settings: FunnelSettings;
  /** What new entries run through. */
  readonly versionId: number;
  readonly version: number;
  readonly revision: number;
  /** The version that those inside are being moved to; 0 when they are where they belong. */
  readonly migrating: number;
}

interface FunnelRow {
  id: number;
  title: string;
  triggerName: string;
  status: FunnelStatus;
  conditions: string;
  settings: string;
  versionId: number;
  version: number;
  revision: number;
  migrating: number;
}

const COLUMNS = `id, title, trigger_name AS triggerName, status, conditions, settings, version_id AS versionId, version, revision,
  migrating`;
/** Of each kind; the oldest is forgotten first. */
const REMEMBERED = 500;

/** Funnels and their versions, each read from its text once per process. */
@Injectable()
export class RunningFunnels {
  private readonly funnels = new Map<string, RunningFunnel>();
  private readonly definitions = new Map<number, FunnelDefinition>();

  constructor(
    private readonly db: Database,
    private readonly headers: HeaderSecrets,
  ) {}

  /**
   * A funnel that stays as it is until the transaction ends: a change, a pause or a deletion waits for us, and once it has
   * committed nothing begins that it forbids.
   * @returns null for one that is deleted.
   */
  async hold(tx: Tx, id: number): Promise<RunningFunnel | null> {
    const [row] = await tx.query<FunnelRow>(
      `SELECT ${COLUMNS} FROM funnels WHERE id = :id AND deleted_at IS NULL LOCK IN SHARE MODE`,
      { id },
    );
    return row ? this.read(row) : null;
  }

  /** Those that take people in and whose trigger is one of these. They are not held. */
  async withTriggers(reader: Reader, triggerNames: readonly string[]): Promise<RunningFunnel[]> {
    if (triggerNames.length === 0) return [];
    const rows = await reader.query<FunnelRow>(
      `SELECT ${COLUMNS} FROM funnels
        WHERE status = 'published' AND trigger_name IN (:triggerNames) AND deleted_at IS NULL ORDER BY id`,
      { triggerNames },
    );
    return rows.map((row) => this.read(row));
  }

  /** Those that are not deleted, by id. They are not held. */
  async many(reader: Reader, ids: readonly number[]): Promise<Map<number, RunningFunnel>> {
    if (ids.length === 0) return new Map();
    const rows = await reader.query<FunnelRow>(
      `SELECT ${COLUMNS} FROM funnels WHERE id IN (:ids) AND deleted_at IS NULL`,
      { ids },
    );
    return new Map(rows.map((row) => [row.id, this.read(row)]));
  }

  /** Header values are masked; `HeaderSecrets` opens them. */
  async definition(versionId: number, reader: Reader = this.db): Promise<FunnelDefinition> {
    const known = this.definitions.get(versionId);
    if (known) return known;
    const [row] = await reader.query<{ funnelId: number; version: number; steps: string; secrets: string | null }>(
      'SELECT funnel_id AS funnelId, version, steps, secrets FROM funnel_versions WHERE id = :versionId',
      { versionId },
    );
    if (!row) throw new Error(`there is no version ${versionId} of a funnel`);
    const stored = { steps: JSON.parse(row.steps) as Step[], secrets: row.secrets };
    // Versions that an earlier release wrote hold the values in clear.
    const { steps, secrets } = stored.secrets === null ? this.headers.seal(row, stored.steps) : stored;
    const definition = new FunnelDefinition(versionId, row.version, steps, secrets);
    remember(this.definitions, versionId, definition);
    return definition;
  }

  private read(row: FunnelRow): RunningFunnel {
    // The status and a move that is over are no part of what is remembered; everything else changes with the revision.
    const key = `${row.id}:${row.revision}:${row.status}:${row.migrating}`;
    const known = this.funnels.get(key);
    if (known) return known;
    const funnel: RunningFunnel = {
      ...row,
      conditions: JSON.parse(row.conditions) as FunnelConditions,
      settings: JSON.parse(row.settings) as FunnelSettings,
    };
    remember(this.funnels, key, funnel);
    return funnel;
  }
}

function remember<Key, Value>(memory: Map<Key, Value>, key: Key, value: Value): void {
  memory.set(key, value);
  const [oldest] = memory.keys();
  if (memory.size > REMEMBERED && oldest !== undefined) memory.delete(oldest);
}
