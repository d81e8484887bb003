import { createHash } from 'node:crypto';
import { isLoopback } from '../../../platform/config/config.js';

/** The feedback mailbox of IMAP_URL. */
export interface MailboxAddress {
  readonly host: string;
  readonly port: number;
  /** Implicit TLS; otherwise STARTTLS, unless the server is local. */
  readonly secure: boolean;
  readonly username: string;
  /** Empty for a login by OAuth 2.0. */
  readonly password: string;
  readonly folder: string;
}

/** @param url validated by the configuration. */
export function mailboxAddress(url: string): MailboxAddress {
  const { protocol, hostname, port, username, password, pathname } = new URL(url);
  const secure = protocol === 'imaps:';
  const folder = decodeURIComponent(pathname.slice(1));
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? (secure ? 993 : 143) : Number(port),
    secure,
    username: decodeURIComponent(username),
    password: decodeURIComponent(password),
    folder: folder === '' ? 'INBOX' : folder,
  };
}

/** A password must not be sent over an unencrypted connection. */
export const needsStartTls = ({ secure, host }: MailboxAddress): boolean => !secure && !isLoopback(host);

/** Returns the key of a mailbox; another user or folder is another mailbox. */
export function mailboxKey({ host, port, username, folder }: MailboxAddress): Buffer {
  return createHash('sha256')
    .update(JSON.stringify([host, port, username, folder]))
    .digest();
}
