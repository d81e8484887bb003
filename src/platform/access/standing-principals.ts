import type { Permission } from './permissions.js';

/**
 * Who may still come in, for answers that last longer than a permission may. Whoever knows the keys implements it; those
 * who ask must not know more of them.
 */
export abstract class StandingPrincipals {
  /** The present permissions by credential; what is missing is not valid any more. */
  abstract permissionsOf(credentialIds: readonly number[]): Promise<ReadonlyMap<number, readonly Permission[]>>;
}
