import { createHash } from 'node:crypto';

/** Where mails come back to, as IMAP_URL says it. */
export interface MailboxAddress {
  readonly host: string;
  readonly port: number;
  /** TLS from the first byte; otherwise STARTTLS, unless the server is this machine. */
  readonly secure: boolean;
  readonly username: string;
  readonly password: string;
  readonly folder: string;
}

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[?::1\]?)$/;

/** @param url checked by the configuration. */
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

/** A password goes over no line that somebody could listen to. */
export const needsStartTls = ({ secure, host }: MailboxAddress): boolean => !secure && !LOOPBACK.test(host);

/** What a mailbox is remembered by; another user or folder is another mailbox. */
export function mailboxKey({ host, port, username, folder }: MailboxAddress): Buffer {
  return createHash('sha256')
    .update(JSON.stringify([host, port, username, folder]))
    .digest();
}
