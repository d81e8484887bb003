import { Injectable } from '@nestjs/common';
import { Database, type Tx, type Reader } from '../../../platform/database/database.js';
import { invalidParam, notFound } from '../../../platform/errors/app-error.js';
import { keep } from '../../../platform/values/collections.js';
import { columnsOf } from '../../../platform/database/entity-columns.js';
import { Funnel } from '../definition/funnel.entity.js';
import { FunnelDefinition } from '../definition/funnel-definition.js';
import type { FunnelConditions, FunnelSettings } from '../definition/funnel-rules.js';
import type { Step } from '../definition/step.js';
import { HeaderSecrets } from '../http-calls/header-secrets.service.js';

const UNUSED = ['createdBy', 'deletedAt', 'createdAt', 'updatedAt'] as const;
export type RunningFunnel = Readonly<Omit<Funnel, (typeof UNUSED)[number]>>;

interface FunnelRow extends Omit<RunningFunnel, 'conditions' | 'settings'> {
  readonly conditions: string;
  readonly settings: string;
}

const COLUMNS = columnsOf(Funnel, 'f', UNUSED);
const CACHE_SIZE = 500;

@Injectable()
export class RunningFunnels {
  private readonly funnels = new Map<string, RunningFunnel>();
  private readonly definitions = new Map<number, FunnelDefinition>();

  constructor(
    private readonly db: Database,
    private readonly headers: HeaderSecrets,
  ) {}

  /**
   * Reads a funnel with a shared lock: changes, pauses and deletions wait until the transaction ends.
   * @returns null for a deleted funnel.
   */
  async hold(tx: Tx, id: number): Promise<RunningFunnel | null> {
    const [row] = await tx.query<FunnelRow>(
      `SELECT ${COLUMNS} FROM funnels f WHERE id = :id AND deleted_at IS NULL LOCK IN SHARE MODE`,
      { id },
    );
    return row ? this.read(row) : null;
  }

  /** The same. @throws AppError rest_post_invalid_id for a deleted funnel. */
  async holdExisting(tx: Tx, id: number): Promise<RunningFunnel> {
    const funnel = await this.hold(tx, id);
    if (!funnel) throw notFound('funnel');
    return funnel;
  }

  /** The same. @throws AppError also for a funnel that is not published: rest_invalid_param of `field`. */
  async holdPublished(tx: Tx, id: number, field: string): Promise<RunningFunnel> {
    const funnel = await this.holdExisting(tx, id);
    if (funnel.status !== 'published') throw invalidParam(field, 'is not published', 'Funnel is not published.');
    return funnel;
  }

  /** Returns published funnels with one of these triggers, without locks. */
  async withTriggers(reader: Reader, triggerNames: readonly string[]): Promise<RunningFunnel[]> {
    if (triggerNames.length === 0) return [];
    const rows = await reader.query<FunnelRow>(
      `SELECT ${COLUMNS} FROM funnels f
        WHERE status = 'published' AND trigger_name IN (:triggerNames) AND deleted_at IS NULL ORDER BY id`,
      { triggerNames },
    );
    return rows.map((row) => this.read(row));
  }

  /** Returns existing funnels by id, without locks. */
  async many(reader: Reader, ids: readonly number[]): Promise<Map<number, RunningFunnel>> {
    if (ids.length === 0) return new Map();
    const rows = await reader.query<FunnelRow>(
      `SELECT ${COLUMNS} FROM funnels f WHERE id IN (:ids) AND deleted_at IS NULL`,
      { ids },
    );
    return new Map(rows.map((row) => [row.id, this.read(row)]));
  }

  /** Returns all other funnels that have steps, with shared locks. */
  async holdOthers(tx: Tx, id: number): Promise<RunningFunnel[]> {
    const rows = await tx.query<FunnelRow>(
      `SELECT ${COLUMNS} FROM funnels f
        WHERE deleted_at IS NULL AND id <> :id AND version_id <> 0 ORDER BY id LOCK IN SHARE MODE`,
      { id },
    );
    return rows.map((row) => this.read(row));
  }

  async versionId(reader: Reader, funnelId: number, version: number): Promise<number | null> {
    const [row] = await reader.query<{ id: number }>(
      'SELECT id FROM funnel_versions WHERE funnel_id = :funnelId AND version = :version',
      { funnelId, version },
    );
    return row?.id ?? null;
  }

  /** Yields the versions of a funnel, newest first. */
  async *definitionsOf(funnelId: number): AsyncGenerator<FunnelDefinition> {
    const versions = await this.db.query<{ id: number }>(
      'SELECT id FROM funnel_versions WHERE funnel_id = :funnelId ORDER BY version DESC',
      { funnelId },
    );
    for (const { id } of versions) yield await this.definition(id);
  }

  /** Returns the steps of a version with masked header values; `HeaderSecrets` opens them. */
  async definition(versionId: number, reader: Reader = this.db): Promise<FunnelDefinition> {
    const known = this.definitions.get(versionId);
    if (known) return known;
    const [row] = await reader.query<{ funnelId: number; version: number; steps: string; secrets: string | null }>(
      'SELECT funnel_id AS funnelId, version, steps, secrets FROM funnel_versions WHERE id = :versionId',
      { versionId },
    );
    if (!row) throw new Error(`funnel version ${versionId} does not exist`);
    const stored = { steps: JSON.parse(row.steps) as Step[], secrets: row.secrets };
    // Versions of earlier releases have plain values.
    const { steps, secrets } = stored.secrets === null ? this.headers.seal(row, stored.steps) : stored;
    const definition = new FunnelDefinition(versionId, row.version, steps, secrets);
    // The version of a draft gets the snippets of its emails when it is published.
    if (steps.every(({ action, snippets }) => action !== 'send_custom_email' || snippets))
      keep(this.definitions, versionId, definition, CACHE_SIZE);
    return definition;
  }

  private read(row: FunnelRow): RunningFunnel {
    // Changes of the status and the end of a migration do not raise the revision.
    const key = `${row.id}:${row.revision}:${row.status}:${row.migrating}`;
    const known = this.funnels.get(key);
    if (known) return known;
    const funnel: RunningFunnel = {
      ...row,
      conditions: JSON.parse(row.conditions) as FunnelConditions,
      settings: JSON.parse(row.settings) as FunnelSettings,
    };
    keep(this.funnels, key, funnel, CACHE_SIZE);
    return funnel;
  }
}
