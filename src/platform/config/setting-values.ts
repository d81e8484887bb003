import { z } from 'zod';
import { domainName } from '../text/domain-name.js';
import { withoutEnding } from '../text/without-ending.js';

const UNIT_MS = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/** Parses `90s`, `5m`, `2h`, `1d`, or `250ms` to milliseconds. */
export function parseDuration(text: string): number {
  const match = /^(\d+(?:\.\d+)?)(ms|s|m|h|d)$/.exec(text.trim());
  if (!match?.[1] || !match[2]) throw new Error(`'${text}' is not a duration such as 30s, 5m, 2h or 1d`);
  return Number(match[1]) * UNIT_MS[match[2] as keyof typeof UNIT_MS];
}

export const switchValue = z.enum(['true', 'false', '1', '0', 'yes', 'no', 'on', 'off', '']);
export const isOn = (value: string): boolean => ['true', '1', 'yes', 'on'].includes(value);
export const flag = (byDefault: boolean) => switchValue.default(byDefault ? 'true' : 'false').transform(isOn);

export const integer = (byDefault: number, min: number, max: number) =>
  z.coerce.number().int().min(min).max(max).default(byDefault);

export const list = (byDefault: string) =>
  z
    .string()
    .default(byDefault)
    .transform((value) =>
      value
        .split(',')
        .map((item) => item.trim())
        .filter((item) => item !== ''),
    );

/** A validation step that throws what is wrong. */
export const reading =
  <Text, Value>(read: (text: Text) => Value) =>
  (text: Text, context: { addIssue(issue: { code: 'custom'; message: string }): void }): Value => {
    try {
      return read(text);
    } catch (error) {
      context.addIssue({ code: 'custom', message: (error as Error).message });
      return z.NEVER;
    }
  };

export const durations = (byDefault: string) => list(byDefault).transform(reading((items) => items.map(parseDuration)));

export const duration = (byDefault: string, shortest = 50) =>
  z
    .string()
    .default(byDefault)
    .transform(reading(parseDuration))
    .pipe(z.number().min(shortest, `must be at least ${shortest}ms`));

const BYTES = { b: 1, kb: 1024, mb: 1024 ** 2, gb: 1024 ** 3 } as const;

function parseSize(text: string): number {
  const match = /^(\d+)\s*(b|kb|mb|gb)?$/i.exec(text);
  if (!match) throw new Error('must be a size such as 1mb or 512kb');
  return Number(match[1]) * BYTES[(match[2] ?? 'b').toLowerCase() as keyof typeof BYTES];
}

export const bytes = (byDefault: string) => z.string().default(byDefault).transform(reading(parseSize));

export const optional = z
  .string()
  .optional()
  .transform((value) => (value === undefined || value === '' ? null : value));

export function parsePort(text: string | null): number | null {
  if (text === null) return null;
  const port = Number(text);
  if (Number.isInteger(port) && port >= 0 && port <= 65535) return port;
  throw new Error('must be a port number');
}

export function parseDomain(text: string | null): string | null {
  const name = text === null ? null : domainName(text);
  if (text !== null && name === null) throw new Error('must be a domain such as bounces.example.com');
  return name;
}

const NAME_SERVER = /^(\[[\da-f:.]+\]|[\d.]+)(:\d{1,5})?$/i;
export const nameServers = list('').refine(
  (servers) => servers.every((server) => NAME_SERVER.test(server)),
  'must be addresses such as 192.0.2.53 or 127.0.0.1:5353',
);

export const basePaths = list('/api/v2')
  .transform((paths) => paths.map((path) => `/${withoutEnding(path.replace(/^\/+/, ''), '/')}`))
  .refine((paths) => paths.length > 0, 'needs at least one path');
