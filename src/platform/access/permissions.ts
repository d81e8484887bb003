export const PERMISSIONS = [
  'view_contacts',
  'manage_contacts',
  'view_reports',
  'manage_campaigns',
  'send_campaigns',
] as const;
export type Permission = (typeof PERMISSIONS)[number];

export const TO_SEND = { allOf: ['manage_campaigns', 'send_campaigns'] } as const;

export type AccessRule =
  | { readonly kind: 'public' }
  | { readonly kind: 'any_manager' }
  | { readonly kind: 'all_of'; readonly permissions: readonly Permission[] }
  | { readonly kind: 'any_of'; readonly permissions: readonly Permission[] };

/** The manager of a request. `credential` identifies the key, for rate limits and idempotency. */
export interface Principal {
  readonly managerId: number;
  readonly username: string;
  readonly credentialId: number;
  readonly permissions: readonly Permission[];
  /** Only of sessions: the token of the form that ends it. */
  readonly logOutToken?: string;
}

const IMPLIED: Partial<Record<Permission, Permission>> = { manage_contacts: 'view_contacts' };

/** Returns the missing permissions, any of which would help, or null if the rule is met. */
export function missingPermissions(held: readonly Permission[], rule: AccessRule): readonly Permission[] | null {
  if (rule.kind === 'public' || rule.kind === 'any_manager') return null;
  const isHeld = (wanted: Permission): boolean => held.some((each) => each === wanted || IMPLIED[each] === wanted);
  const missing = rule.permissions.filter((permission) => !isHeld(permission));
  if (rule.kind === 'any_of') return missing.length < rule.permissions.length ? null : missing;
  return missing.length === 0 ? null : missing;
}

/** Rechecks credentials during long answers, such as event streams. Implemented by the module that stores keys. */
export abstract class ActivePrincipals {
  /** Returns the current permissions by credential; invalid credentials are missing. */
  abstract permissionsOf(credentialIds: readonly number[]): Promise<ReadonlyMap<number, readonly Permission[]>>;
}
