import * as s from './setting-values.js';

/** How to log in to the server of `SMTP_URL` or `IMAP_URL` by OAuth 2.0; null: by password. */
export function oauth2Of({ read, refuse }: s.Reader, protocol: 'SMTP' | 'IMAP', url: string | null) {
  const account = `${protocol}_URL`;
  const name = `${protocol}_OAUTH2`;
  const tokenUrl = read(`${name}_TOKEN_URL`, s.optional(s.must(s.isHttpsUrl, 'must be an https URL')));
  const clientId = read(`${name}_CLIENT_ID`, s.optionalText);
  const clientSecret = read(`${name}_CLIENT_SECRET`, s.optionalText);
  const refreshToken = read(`${name}_REFRESH_TOKEN`, s.optionalText);
  const scope = read(`${name}_SCOPE`, s.optionalText);
  const isUserOnly = /^\w+:\/\/[^:@/]+@/.test(url ?? '');
  refuse(
    `${name}_REFRESH_TOKEN requires ${name}_TOKEN_URL, ${name}_CLIENT_ID, and ${account} with a user and without a password`,
    Boolean(refreshToken) && !(isUserOnly && tokenUrl && clientId),
  );
  const isPasswordMissing = protocol === 'IMAP' && url && !refreshToken && new URL(url).password === '';
  refuse(`IMAP_URL ${s.MAILBOX_RULE}`, Boolean(isPasswordMissing));
  if (!tokenUrl || !clientId || !refreshToken) return null;
  return { account, tokenUrl, clientId, clientSecret, refreshToken, scope };
}
