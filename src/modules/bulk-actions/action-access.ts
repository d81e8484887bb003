import { assertPermission } from '../../platform/access/assert-permission.js';
import type { BulkActionName } from './bulk-action.js';

/** Requires the permission of the action itself: `add_to_funnel` also needs `manage_campaigns`. */
export function checkAccess(name: BulkActionName | null): void {
  if (name !== 'add_to_funnel') return;
  assertPermission('manage_campaigns', 'Sorry, you are not allowed to put contacts into a funnel.');
}
