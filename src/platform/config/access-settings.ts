import { PERMISSIONS, type Permission } from '../access/permissions.js';
import { isTokenUrl, list } from './setting-values.js';

type Texts = `BOOTSTRAP_MANAGER_${'USERNAME' | 'PASSWORD'}` | `OIDC_${'ISSUER' | 'CLIENT_ID' | 'CLIENT_SECRET'}`;
interface Settings extends Readonly<Record<Texts, string | null>> {
  readonly OIDC_SCOPE: string;
  readonly OIDC_GROUPS_CLAIM: string;
  readonly OIDC_GROUP_PERMISSIONS: ReturnType<typeof groupPermissions>;
  readonly OIDC_SESSION_MINUTES: number;
  readonly CONSOLE_ENABLED: boolean;
}

export function bootstrapOf(env: Settings): { readonly username: string; readonly password: string } | null {
  const { BOOTSTRAP_MANAGER_USERNAME: username, BOOTSTRAP_MANAGER_PASSWORD: password } = env;
  return username !== null && password !== null ? { username, password } : null;
}

/** Login of people by OpenID Connect; null as issuer: there is none. */
export const oidcOf = (env: Settings) => ({
  issuer: env.OIDC_ISSUER,
  clientId: env.OIDC_CLIENT_ID ?? '',
  clientSecret: env.OIDC_CLIENT_SECRET ?? '',
  scope: env.OIDC_SCOPE,
  groupsClaim: env.OIDC_GROUPS_CLAIM,
  groupPermissions: env.OIDC_GROUP_PERMISSIONS,
  sessionMs: env.OIDC_SESSION_MINUTES * 60_000,
});

/** An OpenID Connect provider. It needs TLS, except on this machine. */
export const isIssuer = (url: string): boolean =>
  isTokenUrl(url) || (URL.canParse(url) && /^http:\/\/(?:localhost|127\.0\.0\.1)(?:[:/]|$)/.test(url));

/** Groups with their permissions: `marketing=view_reports+manage_campaigns,support=view_contacts`. */
export const groupPermissions = list('', (items) =>
  items.map((item) => {
    const at = item.lastIndexOf('=');
    const permissions = item.slice(at + 1).split('+') as Permission[];
    if (at < 1 || !permissions.every((each) => PERMISSIONS.includes(each)))
      throw new Error(`must be groups such as marketing=view_reports+view_contacts, with ${PERMISSIONS.join(', ')}`);
    return [item.slice(0, at), permissions] as const;
  }),
);

const TOGETHER = ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET', 'OIDC_GROUP_PERMISSIONS'] as const;

/** Rules across these settings by their fault. Invalid ones are missing. */
export const ACCESS_CONTRADICTIONS: Readonly<Record<string, (env: Partial<Settings>) => boolean>> = {
  'BOOTSTRAP_MANAGER_PASSWORD is required with BOOTSTRAP_MANAGER_USERNAME': (env) =>
    Boolean(env.BOOTSTRAP_MANAGER_USERNAME) && env.BOOTSTRAP_MANAGER_PASSWORD === null,
  [`${TOGETHER.join(', ')} must be set together`]: (env) =>
    new Set(TOGETHER.map((name) => env[name] === null || env[name]?.length === 0)).size > 1,
  'OIDC_ISSUER requires CONSOLE_ENABLED=true': (env) => Boolean(env.OIDC_ISSUER) && env.CONSOLE_ENABLED === false,
};
