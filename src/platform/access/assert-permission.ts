import { AsyncLocalStorage } from 'node:async_hooks';
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

const acting = new AsyncLocalStorage<Principal | undefined>();

/** Runs a write for a manager, so that services can check what depends on the things that they change. */
export function actingAs<Result>(principal: Principal | undefined, work: () => Result): Result {
  return acting.run(principal, work);
}

/**
 * Checks the permission to change what is already approved for sending. Work of no manager is internal and may.
 * @param what for the message: `a scheduled campaign`.
 * @throws AppError rest_forbidden
 */
export function assertMaySend(what: string): void {
  const principal = acting.getStore();
  if (principal) assertPermission(principal, 'send_campaigns', `Sorry, you are not allowed to change ${what}.`);
}
