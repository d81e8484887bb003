import { assertMaySend } from '../../platform/access/assert-permission.js';
import type { Tx } from '../../platform/database/database.js';

/**
 * Checks the permission to change what a step sends with its content at that time. Active enrollments run the steps of older versions.
 * @throws AppError rest_forbidden without `send_campaigns`, if a published funnel has such a step.
 */
export async function assertMayChangeSent(
  tx: Tx,
  step: { readonly action: string; readonly settings: Readonly<Record<string, number>> },
): Promise<void> {
  const [funnel] = await tx.query<{ id: number }>(
    `SELECT f.id FROM funnels f JOIN funnel_versions v ON v.funnel_id = f.id
      WHERE f.status = 'published' AND f.deleted_at IS NULL AND JSON_CONTAINS(v.steps, :step)
        AND (v.id = f.version_id OR EXISTS (
          SELECT 1 FROM funnel_entries e WHERE e.funnel_id = f.id AND e.status = 'active' AND e.version_id = v.id))
      LIMIT 1`,
    { step: JSON.stringify(step) },
  );
  if (funnel) assertMaySend(`what funnel ${funnel.id} sends`);
}
