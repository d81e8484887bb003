import type { ActionName } from '../../../src/modules/funnels/definition/action-catalog.js';
import type { Database } from '../../../src/platform/database/database.js';

/** A step; one with an `id` is a later version of that step. */
export interface StepFacts {
  readonly id?: number;
  readonly title: string;
  readonly action?: ActionName;
}

export interface FunnelFacts {
  readonly id: number;
  /** The steps of its first version. */
  readonly steps: readonly number[];
}

/** Inserts a draft with a sequence of steps directly into the tables, for tests of its figures. */
export async function draftedFunnel(
  db: Database,
  { title, steps = [] }: { readonly title: string; readonly steps?: readonly StepFacts[] },
): Promise<FunnelFacts> {
  const { insertId: id } = await db.transaction((tx) =>
    tx.execute(
      `INSERT INTO funnels (title, trigger_name, conditions, settings) VALUES (:title, 'custom_test', '{}', '{}')`,
      { title },
    ),
  );
  return { id, steps: await newVersion(db, id, steps) };
}

/** Inserts another version and makes it the current one. @returns the ids of its steps. */
export async function newVersion(db: Database, funnelId: number, steps: readonly StepFacts[]): Promise<number[]> {
  return db.transaction(async (tx) => {
    const ids: number[] = [];
    for (const { id } of steps)
      ids.push(
        id ?? (await tx.execute('INSERT INTO funnel_steps (funnel_id) VALUES (:funnelId)', { funnelId })).insertId,
      );
    const stored = steps.map(({ title, action = 'add_contact_to_tag' }, index) => ({
      id: ids[index],
      title,
      action,
      parentId: null,
      branch: null,
      place: index + 1,
      description: '',
      settings: {},
      conditions: null,
      delay: 0,
      since: 1,
      createdAt: '2026-06-01T00:00:00.000Z',
      updatedAt: '2026-06-01T00:00:00.000Z',
    }));
    const { insertId: versionId } = await tx.execute(
      `INSERT INTO funnel_versions (funnel_id, version, steps)
       SELECT :funnelId, version + 1, :steps FROM funnels WHERE id = :funnelId`,
      { funnelId, steps: JSON.stringify(stored) },
    );
    await tx.execute(
      'UPDATE funnels SET version = version + 1, version_id = :versionId, revision = revision + 1 WHERE id = :funnelId',
      { funnelId, versionId },
    );
    return ids;
  });
}
