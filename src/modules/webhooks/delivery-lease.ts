import type { Tx } from '../../platform/database/database.js';
import { Lease } from '../../platform/work/lease.js';
import { DELIVERIES } from './webhook-delivery.entity.js';

/** The lease on deliveries that a process attempts. */
export const DELIVERY_LEASE = new Lease({
  table: 'webhook_deliveries',
  owner: 'lease_owner',
  until: 'lease_until',
  fence: 'fence',
  isLeased: "status = 'pending'",
});

/** Records the open attempts of deliveries as interrupted. */
export async function closeAttempts(tx: Tx, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await tx.execute(
    `UPDATE webhook_attempts SET outcome = 'interrupted', finished_at = NOW(3)
      WHERE delivery_id IN (:ids) AND outcome IS NULL`,
    { ids },
  );
}

/** Ends deliveries as failed. Revokes their leases, so that a late result changes nothing. */
export async function endDeliveries(tx: Tx, ids: readonly number[], reason: string): Promise<void> {
  if (ids.length === 0) return;
  await closeAttempts(tx, ids);
  await DELIVERIES.move(tx, 'fail', {
    where: 'id IN (:ids)',
    set: `fail_reason = :reason, next_attempt_at = NULL, ${DELIVERY_LEASE.revoked}`,
    params: { ids, reason },
  });
}
