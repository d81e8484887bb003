/** How to reach a mail server, and as whom. Kept connections are shared by those who have the same key. */
export interface MailServer {
  /** Changes with anything below: `3:2` is the second version of sender 3. */
  readonly key: string;
  readonly host: string;
  /** Null: the port that is usual for `secure`. */
  readonly port: number | null;
  /** TLS from the first byte; otherwise STARTTLS when the server offers it. */
  readonly secure: boolean;
  /** No mail and no password without TLS. */
  readonly requireTls: boolean;
  /** STARTTLS is not used even when it is offered. */
  readonly ignoreTls: boolean;
  /** Judges each address that the name of the host resolves to; one refused address refuses the server. */
  readonly mayConnectTo: (address: string) => boolean;
  readonly login: { readonly username: string; readonly password: string } | null;
}

/** The server of an SMTP_URL. The operator chose it, so every address is allowed. */
export function serverOfUrl(smtpUrl: string): MailServer {
  const url = new URL(smtpUrl);
  return {
    key: 'own',
    host: url.hostname,
    port: url.port === '' ? null : Number(url.port),
    secure: url.protocol === 'smtps:',
    requireTls: url.searchParams.get('requireTLS') === 'true',
    ignoreTls: url.searchParams.get('ignoreTLS') === 'true',
    mayConnectTo: () => true,
    login:
      url.username === ''
        ? null
        : { username: decodeURIComponent(url.username), password: decodeURIComponent(url.password) },
  };
}
