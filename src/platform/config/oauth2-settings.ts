type Name = 'URL' | `OAUTH2_${'TOKEN_URL' | 'CLIENT_ID' | 'CLIENT_SECRET' | 'REFRESH_TOKEN' | 'SCOPE'}`;
type Settings = Readonly<Record<`${'SMTP' | 'IMAP'}_${Name}`, string | null>>;

/** How to log in to `SMTP_URL` or `IMAP_URL` by OAuth 2.0; null: by password. */
export function oauth2Of(env: Settings, protocol: 'SMTP' | 'IMAP') {
  const tokenUrl = env[`${protocol}_OAUTH2_TOKEN_URL`];
  const clientId = env[`${protocol}_OAUTH2_CLIENT_ID`];
  const clientSecret = env[`${protocol}_OAUTH2_CLIENT_SECRET`];
  const refreshToken = env[`${protocol}_OAUTH2_REFRESH_TOKEN`];
  const scope = env[`${protocol}_OAUTH2_SCOPE`];
  if (!tokenUrl || !clientId || !refreshToken) return null;
  return { account: `${protocol}_URL`, tokenUrl, clientId, clientSecret, refreshToken, scope };
}

/** Rules across these settings by their fault. Invalid ones are missing. */
export const OAUTH2_CONTRADICTIONS = Object.fromEntries(
  (['SMTP', 'IMAP'] as const).map((protocol) => [
    `${protocol}_OAUTH2_REFRESH_TOKEN requires ${protocol}_OAUTH2_TOKEN_URL, ${protocol}_OAUTH2_CLIENT_ID, and ${protocol}_URL with a user and without a password`,
    (env: Partial<Settings>): boolean => {
      const { [`${protocol}_URL` as const]: url, [`${protocol}_OAUTH2_REFRESH_TOKEN` as const]: token } = env;
      if (!token) return false;
      return !/^\w+:\/\/[^:@/]+@/.test(url ?? '') || oauth2Of(env as Settings, protocol) === null;
    },
  ]),
);
