import { isLoopback } from '../../../platform/config/config.js';
import { type CheckResult, failed, ok, warning } from '../../../platform/doctor/check.js';
import { maskAddresses } from '../../../platform/logging/logging.js';
import type { MailServer } from '../../../platform/smtp/mail-server.js';
import { type SmtpTimeouts, SmtpDialogue, SmtpRefusal } from '../../../platform/smtp/smtp-dialogue.js';
import { SmtpConnectionError } from '../../../platform/smtp/smtp-line.js';
import { wordsOf } from '../../../platform/smtp/smtp-reply.js';
import type { ActiveSenders } from '../active-senders.js';

interface ProbeResult extends CheckResult {
  /** `found` for callers of the API, who must not learn which ports of a network are open. */
  readonly foundForCallers: string;
}

/** Milliseconds; the caller waits for the result. */
const SHORT_SMTP_TIMEOUTS: SmtpTimeouts = { connectMs: 10_000, greetingMs: 10_000, replyMs: 10_000 };
const MAX_WORDS_LENGTH = 200;
const NO_LOGIN =
  'Most mail servers offer a login over TLS only: check the port and whether the server offers STARTTLS.';

/** Probes the mail server of a sender; null if the sender does not exist. */
export async function probeSender(active: ActiveSenders, id: number, version?: number): Promise<ProbeResult | null> {
  try {
    const sender = await active.get(id, version);
    return sender && (await probeMailServer(sender.server));
  } catch (error) {
    return forEverybody(
      failed(
        `its password or key cannot be read: ${(error as Error).message}`,
        'Check whether a former secret is missing in APP_SECRET_PREVIOUS. Otherwise set the password and the key again (PUT /senders).',
      ),
    );
  }
}

/** Connects, starts TLS, logs in, and disconnects. */
export async function probeMailServer(server: MailServer): Promise<ProbeResult> {
  const where = `${server.host}:${server.port ?? (server.secure ? 465 : 25)}`;
  let dialogue: SmtpDialogue;
  try {
    dialogue = await SmtpDialogue.open(server, SHORT_SMTP_TIMEOUTS, () => undefined, undefined);
  } catch (error) {
    const found = `${where}: ${detailsOf(error)}`;
    if (error instanceof SmtpRefusal)
      return forEverybody(
        failed(
          found,
          'The server refuses connections: check whether this machine is blocked, and whether the server is the right one.',
        ),
      );
    return {
      ...failed(
        found,
        'Check the host name, whether the port is reachable from this machine, and whether the certificate is trusted.',
      ),
      foundForCallers: wordsOf(new SmtpConnectionError('connect', error as Error).outcome),
    };
  }
  try {
    if (server.login) await dialogue.login(server.login);
    const found = `${where}: ${dialogue.protection}, ${server.login ? 'logged in' : 'no login'}`;
    if (dialogue.isEncrypted || isLoopback(server.host)) return forEverybody(ok(found));
    return forEverybody(warning(found, 'Emails are sent unencrypted. Use smtps://, or a server with STARTTLS.'));
  } catch (error) {
    const refused = 'Check user and password, and whether the account may send.';
    return forEverybody(
      error instanceof SmtpRefusal
        ? failed(`${where}: login refused (${detailsOf(error)})`, refused)
        : failed(`${where}: ${dialogue.protection}, no login (${detailsOf(error)})`, NO_LOGIN),
    );
  } finally {
    await dialogue.ask('QUIT', SHORT_SMTP_TIMEOUTS.connectMs).catch(() => undefined);
    dialogue.close();
  }
}

const forEverybody = (result: CheckResult): ProbeResult => ({ ...result, foundForCallers: result.found });

/** Returns the shortened response with masked addresses. */
function detailsOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  const words =
    error instanceof SmtpRefusal ? error.answer.text : [code, message].filter((word) => word !== undefined).join(' ');
  return maskAddresses(words).slice(0, MAX_WORDS_LENGTH);
}
