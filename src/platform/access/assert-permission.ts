import { AppError } from '../errors/app-error.js';
import { missingPermissions, type Permission, type Principal } from './permissions.js';

/**
 * Checks a permission that depends on the content of the request or on the state of a resource, not only on the route.
 * @throws AppError rest_forbidden naming the permission.
 */
export function assertPermission({ permissions }: Principal, permission: Permission, message: string): void {
  if (missingPermissions(permissions, { kind: 'all_of', permissions: [permission] }) === null) return;
  throw new AppError('rest_forbidden', message, { data: { required_permission: permission } });
}
