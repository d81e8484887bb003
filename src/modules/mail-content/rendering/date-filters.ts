import type { Context } from 'liquidjs';
import { DateTime, FixedOffsetZone, IANAZone, type Zone } from 'luxon';

/** Directives of strftime, with the format of luxon, the width, and what pads it. */
const FORMATS = new Map(
  [
    'a;ccc|A;cccc|b;LLL|h;LLL|B;LLLL|y;yy|Y;y;4|m;L;2|d;d;2|e;d;2; |j;o;3|u;c|H;H;2|k;H;2; |I;h;2|l;h;2; |M;m;2|S;s;2|L;S;3',
    'p;a|s;X|z;ZZZ|:z;ZZ|Z;z|c;L/d/y, h:mm:ss a|x;L/d/y|X;h:mm:ss a',
  ]
    .flatMap((lines) => lines.split('|').map((line) => line.split(';')))
    .map(([name = '', format = '', width = '0', pad = '0']) => [name, { format, width: Number(width), pad }] as const),
);
/** Directives without a format of luxon. */
const COMPUTED: Readonly<Record<string, (at: DateTime, width: number) => string>> = {
  t: () => '\t',
  n: () => '\n',
  '%': () => '%',
  C: ({ year }) => String(Math.floor(year / 100)).padStart(2, '0'),
  N: ({ millisecond }, width) =>
    String(millisecond)
      .padStart(3, '0')
      .padEnd(9, '0')
      .slice(0, width || 9),
  P: (at) => at.toFormat('a').toLowerCase(),
  q: ({ day }) => (day > 10 && day < 20 ? 'th' : (['th', 'st', 'nd', 'rd'][day % 10] ?? 'th')),
  w: ({ weekday }) => String(weekday % 7),
  U: ({ ordinal, weekday }) => String(Math.floor((ordinal + 6 - (weekday % 7)) / 7)).padStart(2, '0'),
  W: ({ ordinal, weekday }) => String(Math.floor((ordinal + 7 - weekday) / 7)).padStart(2, '0'),
};
const DIRECTIVE = /%([-_0^#:]*)(\d{0,2})[EO]?([A-Za-z%])/g;
const DEFAULT_FORMAT = '%A, %B %-e, %Y at %-l:%M %P %z';

interface Filter {
  readonly context: Context;
}

type Write = (this: Filter, value: unknown, ...args: readonly unknown[]) => unknown;

/** In the zone `timezone`, instead of that of the process. A day without a time is never shifted. */
export const DATE_FILTERS: Readonly<Record<string, Write>> = {
  date(value, format, zone) {
    return print(this, value, typeof format === 'string' ? format : DEFAULT_FORMAT, zone);
  },
  date_to_xmlschema(value) {
    return print(this, value, '%Y-%m-%dT%H:%M:%S%:z');
  },
  date_to_rfc822(value) {
    return print(this, value, '%a, %d %b %Y %H:%M:%S %z');
  },
  date_to_string(value, type, style) {
    return print(this, value, dayFormat('%b', type, style));
  },
  date_to_long_string(value, type, style) {
    return print(this, value, dayFormat('%B', type, style));
  },
};

function dayFormat(month: string, type: unknown, style: unknown): string {
  if (type !== 'ordinal') return `%d ${month} %Y`;
  return style === 'US' ? `${month} %-d%q, %Y` : `%-d%q ${month} %Y`;
}

/** @returns the value itself if it is no time. */
function print({ context }: Filter, value: unknown, format: string, zone?: unknown): unknown {
  const { timezone } = context.environments as { readonly timezone?: unknown };
  const at = momentOf(value, zoneOf(zone) ?? zoneOf(timezone) ?? FixedOffsetZone.utcInstance)?.setLocale('en-US');
  if (!at?.isValid) return value;
  context.memoryLimit.use(format.length);
  return format.replace(DIRECTIVE, (...[directive, flags, width, name]: string[]) => {
    const text = directiveAt(at, flags ?? '', Number(width), name ?? '') ?? directive ?? '';
    context.memoryLimit.use(text.length);
    return text;
  });
}

function directiveAt(at: DateTime, flags: string, width: number, name: string): string | null {
  const known = FORMATS.get(name === 'z' && flags.includes(':') ? ':z' : name);
  const { format, width: usual, pad } = known ?? { format: null, width: 0, pad: '0' };
  const text = format === null ? COMPUTED[name]?.(at, width) : at.toFormat(format);
  if (text === undefined) return null;
  const flagged = /[_0]/.exec(flags)?.[0].replace('_', ' ');
  return inCase(flags.includes('-') ? text : text.padStart(width || usual, flagged ?? pad), flags);
}

function inCase(text: string, flags: string): string {
  if (!/[#^]/.test(flags)) return text;
  return flags.includes('^') || /[a-z]/.test(text) ? text.toUpperCase() : text.toLowerCase();
}

/** @param name an IANA time zone, or minutes west of Greenwich as in the library. */
function zoneOf(name: unknown): Zone | null {
  if (typeof name === 'number') return FixedOffsetZone.instance(-name);
  return typeof name === 'string' && IANAZone.isValidZone(name) ? IANAZone.create(name) : null;
}

function momentOf(value: unknown, zone: Zone): DateTime | null {
  if (value === 'now' || value === 'today') return DateTime.now().setZone(zone);
  if (typeof value === 'number' || value instanceof Number || (typeof value === 'string' && /^\d+$/.test(value)))
    return DateTime.fromSeconds(Number(value), { zone });
  return typeof value === 'string' ? readMoment(value.trim(), zone) : null;
}

function readMoment(text: string, zone: Zone): DateTime | null {
  if (text === '') return null;
  const utc = { zone: 'utc' };
  const other = /GMT|UTC|[+-]\d{4}/.test(text) ? text : `${text} UTC`;
  const written = /^\d{4}/.test(text) ? [DateTime.fromSQL(text, utc), DateTime.fromISO(text, utc)] : [];
  const at = written.find(({ isValid }) => isValid) ?? DateTime.fromMillis(Date.parse(other));
  return at.setZone(/\d:\d/.test(text) ? zone : FixedOffsetZone.utcInstance);
}
