import { lacking, type Principal } from '../../../platform/access/permissions.js';
import { AppError } from '../../../platform/errors/app-error.js';
import type { BulkActionName } from './bulk-action.js';

/**
 * Who changes who is in a funnel needs what the funnels ask for, beside what a bulk action does.
 * @throws AppError rest_forbidden
 */
export function checkAccess({ permissions }: Principal, name: BulkActionName | null): void {
  if (name !== 'add_to_funnel') return;
  const missing = lacking(permissions, { kind: 'all_of', permissions: ['manage_campaigns'] });
  if (missing === null) return;
  throw new AppError('rest_forbidden', 'Sorry, you are not allowed to put contacts into a funnel.', {
    data: { required_permission: missing[0] },
  });
}
