import { isCalendarDay } from '../../platform/clock/timestamps.js';

/** The two ways to read the ambiguous cells of each kind of column: 01/02/1990, and 1.234. */
export const CELL_FORMATS = { day: ['dd/mm/yyyy', 'mm/dd/yyyy'], number: ['1.234,5', '1,234.5'] } as const;
export type FormattedKind = keyof typeof CELL_FORMATS;
export type CellFormat = (typeof CELL_FORMATS)[FormattedKind][number];

/** The reading of a cell, null if there is none, and undefined if there are two. */
type Reading = string | null | undefined;

const DAY =
  /^(\d+)([./-])(\d{1,2})\2(\d+)(?:[T ,]+\d{1,2}:\d\d(?::\d\d(?:[.,]\d+)?)?(?: ?[AP]M)?(?: ?Z| ?[+-]\d\d:?\d\d)?)?$/i;
/** Days since 30 December 1899 in Excel. Four digits are rather a year. */
const EXCEL_SERIAL = /^\d{5}(?:\.\d+)?$/;
const EXCEL_SERIAL_OF_1970 = 25_569;
const DAY_MS = 86_400_000;
const NUMBER = {
  '1.234,5': /^[+-]?(?:\d+|\d{1,3}([.\s'’])\d{3}(?:\1\d{3})*)(?:,\d+)?$/,
  '1,234.5': /^[+-]?(?:\d+|\d{1,3}([,\s'’])\d{3}(?:\1\d{3})*)(?:\.\d+)?$/,
} as const;

/** Returns `YYYY-MM-DD`, or a number with a decimal point. Without a format, a cell with two readings has none. */
export function readCell(text: string, kind: FormattedKind, format: CellFormat | null): Reading {
  if (format !== null) return readAs(text, format);
  const [one, other] = CELL_FORMATS[kind].map((each) => readAs(text, each));
  if (one === other || other === null) return one;
  return one === null ? other : undefined;
}

/** Returns the only format in which the cell can be read; null if both or none are possible. */
export function formatOf(text: string, kind: FormattedKind): CellFormat | null {
  const possible = CELL_FORMATS[kind].filter((format) => readAs(text, format) !== null);
  return possible.length === 1 ? (possible[0] ?? null) : null;
}

const readAs = (text: string, format: CellFormat): string | null =>
  format === '1.234,5' || format === '1,234.5' ? readNumber(text, format) : readDay(text, format);

function readNumber(text: string, format: (typeof CELL_FORMATS.number)[number]): string | null {
  if (!NUMBER[format].test(text)) return null;
  return text.replace(format === '1.234,5' ? /[.\s'’]/g : /[,\s'’]/g, '').replace(',', '.');
}

function readDay(text: string, format: (typeof CELL_FORMATS.day)[number]): string | null {
  if (EXCEL_SERIAL.test(text))
    return new Date((Math.floor(Number(text)) - EXCEL_SERIAL_OF_1970) * DAY_MS).toISOString().slice(0, 10);
  const [, first = '', separator, middle = '', last = ''] = DAY.exec(text) ?? [];
  const [year, month, day] =
    first.length === 4
      ? [first, middle, last]
      : separator === '.' || format === 'dd/mm/yyyy'
        ? [last, middle, first]
        : [last, first, middle];
  const written = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isCalendarDay(written) ? written : null;
}
