import type { Permission } from './permissions.js';

/** Rechecks credentials during long answers, such as event streams. Implemented by the module that stores keys. */
export abstract class ActivePrincipals {
  /** Returns the current permissions by credential; invalid credentials are missing. */
  abstract permissionsOf(credentialIds: readonly number[]): Promise<ReadonlyMap<number, readonly Permission[]>>;
}
