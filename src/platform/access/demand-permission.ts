import { AppError } from '../errors/app-error.js';
import { lacking, type Permission, type Principal } from './permissions.js';

/**
 * Checks a permission that depends on the content of the request or on the state of a resource, not only on the route.
 * @throws AppError rest_forbidden naming the permission.
 */
export function demandPermission({ permissions }: Principal, permission: Permission, message: string): void {
  if (lacking(permissions, { kind: 'all_of', permissions: [permission] }) === null) return;
  throw new AppError('rest_forbidden', message, { data: { required_permission: permission } });
}
