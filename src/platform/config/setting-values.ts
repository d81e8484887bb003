import { mustBeOneOf } from '../text/closest-name.js';
import { domainName } from '../text/email-address.js';
import { withoutEnding } from '../text/without-ending.js';
import { TIME_ZONE_RULE } from '../values/time-zones.js';
import { createPublicKey } from 'node:crypto';

/** Reads a setting from its text; undefined if it is not set. @throws Error with the fault as message. */
export type Setting<Value> = (given: string | undefined) => Value;

/** Reads the variables of the environment, and collects what is wrong with them. */
export class Reader {
  private readonly invalid: string[] = [];
  private readonly contradictions: string[] = [];

  /** @param former names of variables by their present names. */
  constructor(
    private readonly env: Readonly<Record<string, string | undefined>>,
    private readonly former: Readonly<Record<string, string>>,
  ) {}

  /** Returns undefined for an invalid variable: the start fails, but its other faults are to be found. */
  readonly read = <Value>(name: string, setting: Setting<Value>): Value => {
    const texts = [this.env[name], this.env[this.former[name] ?? '']];
    try {
      // An empty value (`PORT=` in an env file or a compose file) counts as not set.
      return setting(texts.find((text) => text !== undefined && text !== ''));
    } catch (error) {
      this.invalid.push(`${name} ${(error as Error).message}`);
      return undefined as Value;
    }
  };

  /** Checks a rule across variables. */
  readonly refuse = (fault: string, isBroken: boolean): void => {
    if (isBroken) this.contradictions.push(fault);
  };

  get faults(): readonly string[] {
    return [...this.invalid, ...this.contradictions];
  }
}

type Read<Value> = (text: string) => Value;

const asIs: Read<string> = (text) => text;

export function required<Value>(read: Read<Value>): Setting<Value> {
  return (given) => {
    if (given === undefined) throw new Error('is required');
    return read(given);
  };
}

export function byDefault<Value>(text: string, read: Read<Value>): Setting<Value> {
  return (given = text) => read(given);
}

export function optional<Value>(read: Read<Value>): Setting<Value | null> {
  return (given) => (given === undefined ? null : read(given));
}

/** Text that passes a check. */
export function must(holds: (text: string) => boolean, fault: string): Read<string> {
  return (text) => {
    if (!holds(text)) throw new Error(fault);
    return text;
  };
}

export const text = (value: string): Setting<string> => byDefault(value, asIs);
export const optionalText: Setting<string | null> = optional(asIs);

export function word<const Word extends string>(words: readonly Word[], value: NoInfer<Word>): Setting<Word> {
  return byDefault(value, (given) => wordOf(words, given));
}

function wordOf<Word extends string>(words: readonly Word[], given: string): Word {
  const found = words.find((each) => each === given);
  if (found !== undefined) return found;
  throw new Error(mustBeOneOf(words, given));
}

const ON: readonly string[] = ['true', '1', 'yes', 'on'];
const SWITCHES = ['true', 'false', 'yes', 'no', 'on', 'off', '1', '0'];

export const isOn: Read<boolean> = (given) => ON.includes(wordOf(SWITCHES, given));
export const flag = (value: boolean): Setting<boolean> => byDefault(String(value), isOn);

export function integer(value: number, min: number, max: number): Setting<number> {
  return byDefault(String(value), (given) => {
    const number = Number(given);
    if (!Number.isInteger(number) || number < min || number > max)
      throw new Error(`must be a whole number from ${min} to ${max}`);
    return number;
  });
}

/** Texts with commas between them. */
export function list<Value = string[]>(
  value: string,
  read: (items: string[]) => Value = (items) => items as Value,
): Setting<Value> {
  return byDefault(value, (given) => {
    const items = given.split(',').map((item) => item.trim());
    return read(items.filter((item) => item !== ''));
  });
}

const UNIT_MS = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/** Parses `90s`, `5m`, `2h`, `1d`, or `250ms` to milliseconds. */
export function parseDuration(text: string): number {
  const match = /^(\d+(?:\.\d+)?)(ms|s|m|h|d)$/.exec(text.trim());
  if (!match?.[1] || !match[2]) throw new Error(`'${text}' is not a duration such as 30s, 5m, 2h or 1d`);
  return Number(match[1]) * UNIT_MS[match[2] as keyof typeof UNIT_MS];
}

/** Parses `3/7d`: at most three emails in any seven days. */
const frequencyLimit: Read<{ emails: number; withinMs: number }> = (given) => {
  const [, emails, window] = /^([1-9]\d{0,3})\/([1-9]\d{0,2}[hd])$/.exec(given) ?? [];
  if (!window) throw new Error('must be limits such as 3/7d or 1/12h,10/30d');
  return { emails: Number(emails), withinMs: parseDuration(window) };
};

export const frequencyCap = list('', (limits) => limits.map(frequencyLimit));

export const templateId: Read<number> = (given) => {
  if (!/^[1-9]\d{0,9}$/.test(given)) throw new Error('must be the id of a template');
  return Number(given);
};

export const durations = (value: string): Setting<number[]> => list(value, (items) => items.map(parseDuration));

export function duration(value: string, shortest = 50): Setting<number> {
  return byDefault(value, (given) => {
    const milliseconds = parseDuration(given);
    if (milliseconds < shortest) throw new Error(`must be at least ${shortest}ms`);
    return milliseconds;
  });
}

const BYTES = { b: 1, kb: 1024, mb: 1024 ** 2, gb: 1024 ** 3 } as const;

export function bytes(value: string): Setting<number> {
  return byDefault(value, (given) => {
    const match = /^(\d+)\s*(b|kb|mb|gb)?$/i.exec(given);
    if (!match) throw new Error('must be a size such as 1mb or 512kb');
    return Number(match[1]) * BYTES[(match[2] ?? 'b').toLowerCase() as keyof typeof BYTES];
  });
}

export const portFrom =
  (lowest: number, fault: string): Read<number> =>
  (given) => {
    const port = Number(given);
    if (Number.isInteger(port) && port >= lowest && port <= 65_535) return port;
    throw new Error(fault);
  };

export const ports = list('', (given) => given.map(portFrom(1, 'must hold port numbers')));

export const domain: Read<string> = (given) => {
  const name = domainName(given);
  if (name === null) throw new Error('must be a domain such as bounces.example.com');
  return name;
};

const NAME_SERVER = /^(\[[\da-f:.]+\]|[\d.]+)(:\d{1,5})?$/i;
export const nameServers = list('', (servers) => {
  if (servers.every((server) => NAME_SERVER.test(server))) return servers;
  throw new Error('must be addresses such as 192.0.2.53 or 127.0.0.1:5353');
});

export const basePaths = list('/api/v2', (paths) => {
  if (paths.length === 0) throw new Error('needs at least one path');
  return paths.map((path) => `/${withoutEnding(path.replace(/^\/+/, ''), '/')}`);
});

const succeeds = (work: () => unknown): boolean => {
  try {
    work();
    return true;
  } catch {
    return false;
  }
};

export const timeZone = must(
  (name) => succeeds(() => new Intl.DateTimeFormat('en', { timeZone: name })),
  TIME_ZONE_RULE,
);

export const publicKey = must(
  (base64) => succeeds(() => createPublicKey({ key: Buffer.from(base64, 'base64'), format: 'der', type: 'spki' })),
  'must be a public key as SendGrid shows it: DER in base64',
);

const isPercentEncoded = (text: string): boolean => succeeds(() => decodeURIComponent(text));

export const mailServer = must((text) => {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, username, password } = new URL(text);
  return /^smtps?:$/.test(protocol) && hostname !== '' && [username, password].every(isPercentEncoded);
}, 'must be a URL such as smtp://user:password@mail.example.com:587');

export const MAILBOX_RULE = 'must be a URL such as imaps://user:password@mail.example.com:993/INBOX';

export const mailbox = must((text) => {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, username, password, pathname } = new URL(text);
  const isComplete = hostname !== '' && username !== '';
  return /^imaps?:$/.test(protocol) && isComplete && [username, password, pathname].every(isPercentEncoded);
}, MAILBOX_RULE);

export const isHttpsUrl = (text: string): boolean => text.startsWith('https://') && URL.canParse(text);

/** The logo of the public pages: it must not be loaded without encryption. */
export const logo = must(
  (url) => isHttpsUrl(url) || /^data:image\/(png|jpeg|gif|webp|svg\+xml);base64,[a-z0-9+/]+=*$/i.test(url),
  'must be an https URL or a data:image URL in base64',
);

export const color = must((text) => /^#[0-9a-f]{6}$/i.test(text), 'must be a color such as #0b57a4');
