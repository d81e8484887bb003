import { isLoopback } from '../config/config.js';
import type { TokenSource } from '../oauth2/access-tokens.js';

/** By password, or by access tokens (XOAUTH2). */
export type MailLogin = { readonly username: string } & (
  | { readonly password: string }
  | { readonly tokens: TokenSource }
);

/** Id of the `SMTP_URL` mail server where senders have ids; no sender has it. */
export const OWN_SENDER = 0;

/** Connection settings of a mail server. Servers with the same key share connections. */
export interface MailServer {
  /** Changes with any setting: `3:2` is version 2 of sender 3. */
  readonly key: string;
  readonly host: string;
  /** Null: the default port for `secure`. */
  readonly port: number | null;
  /** TLS from the first byte; otherwise STARTTLS when the server offers it. */
  readonly secure: boolean;
  /** Refuses to send emails or passwords without TLS. */
  readonly requireTls: boolean;
  /** Disables STARTTLS even if offered, unless TLS is required. */
  readonly ignoreTls: boolean;
  /** Checks all resolved addresses of the host; one forbidden address refuses the server. */
  readonly mayConnectTo: (address: string) => boolean;
  readonly login: MailLogin | null;
}

/** The server of SMTP_URL, which may have any address. @param allowPlainAuth whether the login may be sent unencrypted. */
export function serverOfUrl(smtpUrl: string, tokens: TokenSource | null = null, allowPlainAuth = false): MailServer {
  const url = new URL(smtpUrl);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const username = decodeURIComponent(url.username);
  const isSecret = username !== '' && !allowPlainAuth && !isLoopback(host);
  const proof = tokens === null ? { password: decodeURIComponent(url.password) } : { tokens };
  return {
    key: 'own',
    host,
    port: url.port === '' ? null : Number(url.port),
    secure: url.protocol === 'smtps:',
    requireTls: isSecret || url.searchParams.get('requireTLS') === 'true',
    ignoreTls: url.searchParams.get('ignoreTLS') === 'true',
    mayConnectTo: () => true,
    login: username === '' ? null : { username, ...proof },
  };
}
