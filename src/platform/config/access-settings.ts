import { PERMISSIONS, type Permission } from '../access/permissions.js';
import * as s from './setting-values.js';

/** An OpenID Connect provider. It needs TLS, except on this machine. */
const isIssuer = (url: string): boolean =>
  s.isHttpsUrl(url) || (URL.canParse(url) && /^http:\/\/(?:localhost|127\.0\.0\.1)(?:[:/]|$)/.test(url));

/** Groups with their permissions: `marketing=view_reports+manage_campaigns,support=view_contacts`. */
const groupPermissions = s.list('', (items) =>
  items.map((item) => {
    const at = item.lastIndexOf('=');
    const permissions = item.slice(at + 1).split('+') as Permission[];
    if (at < 1 || !permissions.every((each) => PERMISSIONS.includes(each)))
      throw new Error(`must be groups such as marketing=view_reports+view_contacts, with ${PERMISSIONS.join(', ')}`);
    return [item.slice(0, at), permissions] as const;
  }),
);

/** Login of people by OpenID Connect; null as issuer: there is none. */
export function oidcOf({ read, refuse }: s.Reader) {
  const issuer = read('OIDC_ISSUER', s.optional(s.must(isIssuer, 'must be an https URL')));
  const clientId = read('OIDC_CLIENT_ID', s.text(''));
  const clientSecret = read('OIDC_CLIENT_SECRET', s.text(''));
  const permissions = read('OIDC_GROUP_PERMISSIONS', groupPermissions);
  refuse(
    'OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, OIDC_GROUP_PERMISSIONS must be set together',
    new Set([issuer, clientId, clientSecret, permissions].map(isUnset)).size > 1,
  );
  return {
    ...{ issuer, clientId, clientSecret, groupPermissions: permissions },
    scope: read('OIDC_SCOPE', s.text('openid profile email')),
    groupsClaim: read('OIDC_GROUPS_CLAIM', s.text('groups')),
    sessionMs: read('OIDC_SESSION_MINUTES', s.integer(60, 1, 1_440)) * 60_000,
  };
}

/** Invalid ones are set. */
const isUnset = (value: string | readonly unknown[] | null | undefined): boolean =>
  value === null || value?.length === 0;
