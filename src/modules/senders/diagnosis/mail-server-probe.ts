import type { MailServer } from '../../../platform/smtp/mail-server.js';
import { type SmtpTimeouts, SmtpDialogue, SmtpRefusal } from '../../../platform/smtp/smtp-dialogue.js';
import type { Findings } from '../../../platform/doctor/finding.js';
import { maskAddresses } from '../../../platform/logging/logging.js';

/** Milliseconds; the operator waits for the result. */
const SHORT_SMTP_TIMEOUTS: SmtpTimeouts = { connectMs: 10_000, greetingMs: 10_000, replyMs: 10_000 };
const MAX_WORDS_LENGTH = 200;
const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|::1)$/;

/** Connects, starts TLS, logs in, and disconnects. */
export async function probeMailServer(findings: Findings, name: string, server: MailServer): Promise<void> {
  const where = `${server.host}:${server.port ?? (server.secure ? 465 : 25)}`;
  let dialogue: SmtpDialogue;
  try {
    dialogue = await SmtpDialogue.open(server, SHORT_SMTP_TIMEOUTS, () => undefined, undefined);
  } catch (error) {
    const advice =
      error instanceof SmtpRefusal
        ? 'The server refuses connections: check whether this machine is blocked, and whether the server is the right one.'
        : 'Check the host name, whether the port is reachable from this machine, and whether the certificate is trusted.';
    findings.failed(name, `${where}: ${wordsOf(error)}`, advice);
    return;
  }
  try {
    if (server.login) await dialogue.login(server.login);
    const how = [dialogue.isEncrypted ? 'TLS' : 'no TLS', server.login ? 'logged in' : 'no login'].join(', ');
    if (dialogue.isEncrypted || LOOPBACK.test(server.host)) findings.ok(name, `${where}: ${how}`);
    else
      findings.warning(
        name,
        `${where}: ${how}`,
        'Emails are sent unencrypted. Use smtps://, or a server with STARTTLS.',
      );
  } catch (error) {
    findings.failed(
      name,
      `${where}: login refused (${wordsOf(error)})`,
      'Check user and password, and whether the account may send.',
    );
  } finally {
    await dialogue.ask('QUIT', SHORT_SMTP_TIMEOUTS.connectMs).catch(() => undefined);
    dialogue.close();
  }
}

/** Returns the shortened response with masked addresses. */
function wordsOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  const words =
    error instanceof SmtpRefusal ? error.answer.text : [code, message].filter((word) => word !== undefined).join(' ');
  return maskAddresses(words).slice(0, MAX_WORDS_LENGTH);
}
