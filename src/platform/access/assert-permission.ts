import { AsyncLocalStorage } from 'node:async_hooks';
import { AppError } from '../errors/app-error.js';
import { missingPermissions, type Permission, type Principal } from './permissions.js';

const requests = new AsyncLocalStorage<{ readonly principal?: Principal }>();

/** Runs a request. The functions below check its manager, whom the guard finds. */
export function runRequest(request: { readonly principal?: Principal }, work: () => void): void {
  requests.run(request, work);
}

/** Returns whether the current request may do what needs the permission. Work without a request is internal and may do everything. */
export function isPermitted(permission: Permission): boolean {
  const request = requests.getStore();
  const held = request?.principal?.permissions ?? [];
  return !request || missingPermissions(held, { kind: 'all_of', permissions: [permission] }) === null;
}

/** Returns a URL without its query, which often holds credentials, unless the current request holds the permission. */
export function shownUrl(url: string, permission: Permission): string {
  const [shown = '', query] = isPermitted(permission) ? [url] : url.split('?', 2);
  return query === undefined ? shown : `${shown}?***`;
}

/** Checks a permission that depends on more than the route. @throws AppError rest_forbidden naming the permission. */
export function assertPermission(permission: Permission, message: string): void {
  if (!isPermitted(permission))
    throw new AppError('rest_forbidden', message, { data: { required_permission: permission } });
}

/** Checks the permission to change what is approved for sending. @param what such as `a scheduled campaign`. */
export function assertMaySend(what: string): void {
  assertPermission('send_campaigns', `Sorry, you are not allowed to change ${what}.`);
}
