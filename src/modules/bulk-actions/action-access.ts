import { assertPermission } from '../../platform/access/assert-permission.js';
import type { Principal } from '../../platform/access/permissions.js';
import type { BulkActionName } from './bulk-action.js';

/** Requires the permission of the action itself: `add_to_funnel` also needs `manage_campaigns`. @throws AppError rest_forbidden */
export function checkAccess(principal: Principal, name: BulkActionName | null): void {
  if (name !== 'add_to_funnel') return;
  assertPermission(principal, 'manage_campaigns', 'Sorry, you are not allowed to put contacts into a funnel.');
}
