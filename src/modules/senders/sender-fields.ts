import { isIPv6 } from 'node:net';
import type { ValidationErrors } from '../../platform/errors/app-error.js';
import { domainName } from '../../platform/text/email-address.js';
import { givenInput } from '../../platform/http/given.js';
import { readDkimKey } from './dkim-key.js';
import type { UpdateSenderDto } from './sender.dto.js';
import type { OAuth2Input } from './sender-oauth2.js';
import type { Sender } from './sender.entity.js';

/** Input of API callers under the API names. Omitted members are unchanged; in a new sender they take their defaults. */
export type SenderInput = Readonly<Omit<UpdateSenderDto, 'oauth2'>> & { readonly oauth2?: OAuth2Input | null };
type DkimInput = NonNullable<SenderInput['dkim']>;

/** An empty string removes a value, like null. */
export const emptyIsNull = (text: string | null | undefined): string | null | undefined => (text === '' ? null : text);

/** The change of the DKIM key. The caller, who knows the sender's id, encrypts the secrets. */
export type DkimChange = { readonly keep: true } | { readonly pem: string } | { readonly generate: true } | null;

const SUBMISSION_PORT = 587;
const SECURE_PORT = 465;
const MAIL_PORTS = new Set([25, SECURE_PORT, SUBMISSION_PORT]);
const FIRST_UNPRIVILEGED_PORT = 1_024;
/** Ports of databases, queues, and file servers, which could interpret the SMTP dialogue as commands. */
const FOREIGN_PROTOCOLS = new Set([1433, 2049, 3306, 5432, 5672, 6379, 9200, 11211, 27017]);
const HOST = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/i;
const SELECTOR = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/i;

/** Validates the result as a whole, because valid fields can conflict. The caller sets passwords and keys. */
export function applyInput(sender: Sender, input: SenderInput, faults: ValidationErrors): DkimChange {
  const { name, from_email, from_name, reply_to, pool_size, rate, daily_cap, daily_cap_bulk, fallback_of } = input;
  const plain = { name, from_email, from_name, reply_to, pool_size, rate, daily_cap, daily_cap_bulk, fallback_of };
  Object.assign(sender, givenInput({ ...plain, username: emptyIsNull(input.username) }));
  applyServer(sender, input, faults);
  applyWarmup(sender, input, faults);
  const returnPathDomain = emptyIsNull(input.return_path_domain);
  if (returnPathDomain !== undefined)
    sender.returnPathDomain = readDomain(returnPathDomain, 'return_path_domain', faults);
  return applyDkim(sender, input.dkim, faults);
}

function applyServer(sender: Sender, { host, port, secure }: SenderInput, faults: ValidationErrors): void {
  if (host !== undefined) sender.host = readHost(host, faults);
  if (secure !== undefined) {
    // A change of `secure` without a port selects the default port.
    if (sender.port === usualPort(sender.secure === 1)) sender.port = usualPort(secure);
    sender.secure = secure ? 1 : 0;
  }
  if (port !== undefined) sender.port = readPort(port, faults);
}

function applyWarmup(sender: Sender, { warmup }: SenderInput, faults: ValidationErrors): void {
  if (warmup !== undefined) {
    sender.warmupStart = warmup?.start ?? null;
    sender.warmupFactor = warmup?.factor ?? null;
  }
  if (sender.warmupStart === null) return;
  if (sender.dailyCap === null) faults.add('warmup', 'requires a daily_cap');
  else if (sender.warmupStart > sender.dailyCap) faults.add('warmup.start', 'must not be more than daily_cap');
}

function applyDkim(sender: Sender, dkim: DkimInput | null | undefined, faults: ValidationErrors): DkimChange {
  if (dkim === undefined) return { keep: true };
  if (dkim === null) {
    sender.dkimDomain = null;
    sender.dkimSelector = null;
    return null;
  }
  applySignature(sender, dkim, faults);
  if (dkim.private_key !== undefined && dkim.generate)
    faults.add('dkim.generate', 'must not be combined with private_key');
  if (dkim.generate) return { generate: true };
  if (dkim.private_key === undefined) {
    if (sender.dkimPrivateKey === null) faults.add('dkim.private_key', 'is required, or generate: true');
    return { keep: true };
  }
  const key = readDkimKey(dkim.private_key);
  if ('pem' in key) return key;
  faults.add('dkim.private_key', key.fault);
  return { keep: true };
}

function applySignature(sender: Sender, { domain, selector }: DkimInput, faults: ValidationErrors): void {
  if (domain === undefined && sender.dkimDomain === null) faults.add('dkim.domain', 'is required');
  if (domain !== undefined) sender.dkimDomain = readDomain(domain, 'dkim.domain', faults);
  if (selector === undefined && sender.dkimSelector === null) faults.add('dkim.selector', 'is required');
  if (selector === undefined) return;
  if (selector.length > 63 || !SELECTOR.test(selector))
    faults.add('dkim.selector', 'must be a selector such as mail2026');
  else sender.dkimSelector = selector.toLowerCase();
}

const usualPort = (secure: boolean): number => (secure ? SECURE_PORT : SUBMISSION_PORT);

function readHost(text: string, faults: ValidationErrors): string {
  const host = domainName(text) ?? text.toLowerCase();
  if (text.length > 255 || !(HOST.test(host) || isIPv6(host)))
    faults.add('host', 'must be the name or address of a mail server');
  return host;
}

/** Only SMTP ports, also for managers (SSRF). Tests and relays use high ports, so those are allowed. */
function readPort(port: number, faults: ValidationErrors): number {
  if (!MAIL_PORTS.has(port) && (port < FIRST_UNPRIVILEGED_PORT || FOREIGN_PROTOCOLS.has(port)))
    faults.add('port', 'must be 25, 465, 587, or a port above 1023 that no other known service uses');
  return port;
}

function readDomain(text: string | null, field: string, faults: ValidationErrors): string | null {
  if (text === null) return null;
  const name = domainName(text);
  if (name === null) faults.add(field, 'must be a domain such as mail.example.com');
  return name;
}
