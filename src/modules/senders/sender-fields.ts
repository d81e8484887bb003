import { isIPv6 } from 'node:net';
import type { Faults } from '../../platform/errors/faults.js';
import { domainName } from '../../platform/text/domain-name.js';
import { readDkimKey } from './dkim-key.js';
import type { Sender } from './sender.entity.js';

export interface Warmup {
  /** Mails of the first day. */
  readonly start: number;
  /** Each further day so many times as much, until the daily cap. */
  readonly factor: number;
}

export interface DkimInput {
  readonly domain?: string;
  readonly selector?: string;
  /** PEM. */
  readonly privateKey?: string;
  readonly generate: boolean;
}

/** What a caller may write; absent members stay as they are, or take their default in a new sender. */
export interface SenderInput {
  readonly name?: string;
  readonly fromEmail?: string;
  readonly fromName?: string;
  readonly replyTo?: string | null;
  readonly host?: string;
  readonly port?: number;
  readonly secure?: boolean;
  readonly username?: string | null;
  readonly password?: string | null;
  readonly poolSize?: number;
  readonly rate?: number | null;
  readonly dailyCap?: number | null;
  readonly warmup?: Warmup | null;
  readonly dkim?: DkimInput | null;
  readonly returnPathDomain?: string | null;
  readonly fallbackOf?: number | null;
}

/** What is to be done about the key for DKIM; secrets are sealed by who knows the sender's id. */
export type DkimChange = { readonly keep: true } | { readonly pem: string } | { readonly generate: true } | null;

const SUBMISSION_PORT = 587;
const SECURE_PORT = 465;
const MAIL_PORTS = new Set([25, SECURE_PORT, SUBMISSION_PORT]);
const FIRST_UNPRIVILEGED_PORT = 1_024;
/** Databases, queues and file servers that would take a dialogue for commands of theirs. */
const FOREIGN_PROTOCOLS = new Set([1433, 2049, 3306, 5432, 5672, 6379, 9200, 11211, 27017]);
const HOST = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/i;
const SELECTOR = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/i;

/**
 * Puts what was sent into the sender, and judges the result as a whole: parts that fit alone may not fit together.
 * Passwords and keys are left to the caller.
 */
export function applyInput(sender: Sender, input: SenderInput, faults: Faults): DkimChange {
  sender.name = input.name ?? sender.name;
  sender.fromEmail = input.fromEmail ?? sender.fromEmail;
  sender.fromName = input.fromName ?? sender.fromName;
  if (input.replyTo !== undefined) sender.replyTo = input.replyTo;
  if (input.host !== undefined) sender.host = readHost(input.host, faults);
  if (input.secure !== undefined) {
    // Whoever changes how to speak and names no port means the one that is usual for it.
    if (sender.port === usualPort(sender.secure === 1)) sender.port = usualPort(input.secure);
    sender.secure = input.secure ? 1 : 0;
  }
  if (input.port !== undefined) sender.port = readPort(input.port, faults);
  if (input.username !== undefined) sender.username = input.username;
  sender.poolSize = input.poolSize ?? sender.poolSize;
  if (input.rate !== undefined) sender.rate = input.rate;
  if (input.dailyCap !== undefined) sender.dailyCap = input.dailyCap;
  applyWarmup(sender, input, faults);
  if (input.returnPathDomain !== undefined)
    sender.returnPathDomain = readDomain(input.returnPathDomain, 'return_path_domain', faults);
  if (input.fallbackOf !== undefined) sender.fallbackOf = input.fallbackOf;
  return applyDkim(sender, input.dkim, faults);
}

function applyWarmup(sender: Sender, { warmup }: SenderInput, faults: Faults): void {
  if (warmup !== undefined) {
    sender.warmupStart = warmup?.start ?? null;
    sender.warmupFactor = warmup?.factor ?? null;
  }
  if (sender.warmupStart === null) return;
  if (sender.dailyCap === null) faults.add('warmup', 'needs a daily_cap to grow up to');
  else if (sender.warmupStart > sender.dailyCap) faults.add('warmup.start', 'must not be more than daily_cap');
}

function applyDkim(sender: Sender, dkim: DkimInput | null | undefined, faults: Faults): DkimChange {
  if (dkim === undefined) return { keep: true };
  if (dkim === null) {
    sender.dkimDomain = null;
    sender.dkimSelector = null;
    return null;
  }
  if (dkim.domain === undefined && sender.dkimDomain === null) faults.add('dkim.domain', 'is required');
  if (dkim.domain !== undefined) sender.dkimDomain = readDomain(dkim.domain, 'dkim.domain', faults);
  if (dkim.selector === undefined && sender.dkimSelector === null) faults.add('dkim.selector', 'is required');
  if (dkim.selector !== undefined) {
    if (dkim.selector.length > 63 || !SELECTOR.test(dkim.selector))
      faults.add('dkim.selector', 'must be a selector such as mail2026');
    else sender.dkimSelector = dkim.selector.toLowerCase();
  }
  if (dkim.privateKey !== undefined && dkim.generate) faults.add('dkim.generate', 'goes with no private_key');
  if (dkim.generate) return { generate: true };
  if (dkim.privateKey === undefined) {
    if (sender.dkimPrivateKey === null) faults.add('dkim.private_key', 'is required, or generate: true');
    return { keep: true };
  }
  const key = readDkimKey(dkim.privateKey);
  if ('pem' in key) return key;
  faults.add('dkim.private_key', key.fault);
  return { keep: true };
}

const usualPort = (secure: boolean): number => (secure ? SECURE_PORT : SUBMISSION_PORT);

function readHost(text: string, faults: Faults): string {
  const host = domainName(text) ?? text.toLowerCase();
  if (text.length > 255 || !(HOST.test(host) || isIPv6(host)))
    faults.add('host', 'must be the name or address of a mail server');
  return host;
}

/** Manager or not: nobody makes us talk to what is no mail server. Tests and relays use high ports, so those are free. */
function readPort(port: number, faults: Faults): number {
  if (!MAIL_PORTS.has(port) && (port < FIRST_UNPRIVILEGED_PORT || FOREIGN_PROTOCOLS.has(port)))
    faults.add('port', 'must be a port for mail: 25, 465, 587, or one above 1023 that belongs to nothing else');
  return port;
}

function readDomain(text: string | null, field: string, faults: Faults): string | null {
  if (text === null) return null;
  const name = domainName(text);
  if (name === null) faults.add(field, 'must be a domain such as mail.example.com');
  return name;
}
