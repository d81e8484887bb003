import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { LiquidTemplate, TemplateError } from './liquid.js';

const render = (source: string, v: unknown, timezone?: string): string =>
  new LiquidTemplate(source, 'plain').render({ v, timezone });
const date = (v: unknown, format: string, timezone?: string): string =>
  render(`{{ v | date: ${JSON.stringify(format)} }}`, v, timezone);

/** Prints texts of many moments, around changes of the clock too. */
const PRINT = `const { DATE_FILTERS } = await import(process.argv[1]);
const filter = (timezone) => ({ context: { environments: { timezone }, memoryLimit: { use() {} } } });
for (const timezone of ['Europe/Berlin', 'America/New_York', 'Asia/Kathmandu', undefined])
  for (let at = Date.UTC(2026, 0, 1); at < Date.UTC(2027, 0, 1); at += 313 * 60_000) {
    const text = new Date(at).toISOString();
    for (const value of [text, text.slice(0, 19).replace('T', ' '), text.slice(0, 10)])
      console.log(DATE_FILTERS.date.call(filter(timezone), value, '%F %Y-%m-%d %H:%M %z %A %B %c'));
  }
console.log(DATE_FILTERS.date.call(filter('Asia/Tokyo'), 'Jan 5, 2026 22:00', '%d %H:%M'));`;

describe('the filter date', () => {
  it.each([
    ['2026-01-31 23:30:00', '%d.%m.%Y %H:%M %z', 'Europe/Berlin', '01.02.2026 00:30 +0100'],
    ['2026-06-30 22:30:00', '%d.%m.%Y %H:%M %:z', 'Europe/Berlin', '01.07.2026 00:30 +02:00'],
    ['2026-01-31T23:30:00Z', '%d %b %H:%M', 'America/New_York', '31 Jan 18:30'],
    ['2026-01-31T23:30:00+05:30', '%d %b %H:%M', 'America/New_York', '31 Jan 13:00'],
    ['Sat, 31 Jan 2026 23:30:00 +0100', '%H:%M', 'UTC', '22:30'],
    ['Jan 31, 2026 23:30', '%H:%M', 'Asia/Tokyo', '08:30'],
    [1_769_902_200, '%Y-%m-%d %H:%M', 'Europe/Berlin', '2026-02-01 00:30'],
    ['1769902200', '%Y-%m-%d %H:%M', 'Europe/Berlin', '2026-02-01 00:30'],
    ['2026-01-31 23:30:00', '%H:%M %z', undefined, '23:30 +0000'],
    ['2026-01-31 23:30:00', '%H:%M', 'Nowhere/City', '23:30'],
  ])('prints %j as %s in %s: %s', (value, format, zone, printed) => {
    expect(date(value, format, zone)).toBe(printed);
  });

  it.each(['1990-01-01', 'March 14, 2026', '2026/03/14', '14 Mar 2026'])('never shifts the day %s', (day) => {
    const printed = ['Pacific/Kiritimati', 'America/New_York', 'Pacific/Pago_Pago', undefined].map((zone) =>
      date(day, '%e %b %H:%M', zone),
    );
    expect(new Set(printed)).toEqual(new Set([day.startsWith('1990') ? ' 1 Jan 00:00' : '14 Mar 00:00']));
  });

  it.each([
    ['%a %A %b %h %B', 'Thu Thursday Jan Jan January'],
    ['%C %y %Y %m %d %e %j', '20 09 2009 01 01  1 001'],
    ['%H %k %I %l %M %S %L %N %3N %p %P', '15 15 03  3 04 05 678 678000000 678 PM pm'],
    ['%s %z %:z %Z %u %w %U %W %q', '1230822245 +0000 +00:00 UTC 4 4 00 00 st'],
    ['%c|%x|%X', '1/1/2009, 3:04:05 PM|1/1/2009|3:04:05 PM'],
    ['%-d %-m %_m %05d %^b %#p %%%t%n', '1 1  1 00001 JAN pm %\t\n'],
    ['%Q %', '%Q %'],
  ])('supports %j', (format, printed) => {
    expect(date('2009-01-01T15:04:05.678Z', format, 'UTC')).toBe(printed);
  });

  it.each([
    ['{{ v | date_to_xmlschema }}', '2026-02-01T00:30:00+01:00'],
    ['{{ v | date_to_rfc822 }}', 'Sun, 01 Feb 2026 00:30:00 +0100'],
    ['{{ v | date_to_string }}', '01 Feb 2026'],
    ['{{ v | date_to_string: "ordinal", "US" }}', 'Feb 1st, 2026'],
    ['{{ v | date_to_long_string: "ordinal" }}', '1st February 2026'],
    ['{{ v | date }}', 'Sunday, February 1, 2026 at 12:30 am +0100'],
    ['{{ v | date: "%H:%M", "Asia/Tokyo" }}', '08:30'],
    ['{{ v | date: "%H:%M", -330 }}', '05:00'],
    [
      '{{ none | date: "%Y" }}|{{ "" | date: "%Y" }}|{{ "soon" | date: "%Y" }}|{{ "12:30" | date: "%Y" }}',
      '||soon|12:30',
    ],
  ])('%s prints %s', (source, printed) => {
    expect(render(source, '2026-01-31 23:30:00', 'Europe/Berlin')).toBe(printed);
  });

  it('prints "now" in the zone', () => {
    const zoned = render('{{ "now" | date: "%z" }}{{ "today" | date: "%z" }}', null, 'Asia/Kathmandu');
    expect(zoned).toBe('+0545+0545');
  });

  it('limits the memory of its result', () => {
    const grow = '{% assign f = "%99d%99d%99d%99d%99d" %}' + '{% assign f = f | append: f %}'.repeat(17);
    expect(() => render(`${grow}{{ v | date: f }}`, '2026-01-01')).toThrow(TemplateError);
  });

  it('prints the same in every time zone and language of the process', () => {
    const printed = ['UTC', 'America/New_York', 'America/Santiago'].map((TZ) =>
      execFileSync(process.execPath, ['--input-type=module', '-e', PRINT, join(__dirname, 'date-filters.ts')], {
        env: { ...process.env, TZ, LC_ALL: 'de_DE.UTF-8', NODE_OPTIONS: '--no-warnings' },
        encoding: 'utf8',
        maxBuffer: 100_000_000,
      }),
    );
    expect(printed[0]?.length).toBeGreaterThan(500_000);
    expect(new Set(printed).size).toBe(1);
    expect(printed[0]?.trimEnd().endsWith('06 07:00')).toBe(true);
  });
});
