import { type CellFormat, CELL_FORMATS, formatOf, readCell } from './cell-formats.js';

const [DAY_FIRST, MONTH_FIRST] = CELL_FORMATS.day;
const [COMMA, POINT] = CELL_FORMATS.number;

describe('a cell with a day', () => {
  it.each([
    ['1990-12-31', '1990-12-31'],
    ['1990-12-31T23:30:00-05:00', '1990-12-31'],
    ['31.12.1990', '1990-12-31'],
    ['1.2.1990', '1990-02-01'],
    ['31.12.1990 00:00', '1990-12-31'],
    ['1990/12/31', '1990-12-31'],
    ['1990-1-5', '1990-01-05'],
    ['12/31/1990', '1990-12-31'],
    ['31/12/1990', '1990-12-31'],
    ['31-12-1990', '1990-12-31'],
    ['12/31/1990 12:00:00 AM', '1990-12-31'],
    ['05/05/1990', '1990-05-05'],
    ['33238', '1990-12-31'],
    ['33238.75', '1990-12-31'],
    ['01/02/1990', undefined],
    ['30/02/1990', null],
    ['31.02.1990', null],
    ['12.31.1990', null],
    ['31/12/90', null],
    ['1990', null],
    ['31/12-1990', null],
    ['1990-12-31 tomorrow', null],
  ])('%j is %j without a known format', (text, day) => {
    expect(readCell(text, 'day', null)).toBe(day);
  });

  it.each<[string, CellFormat, string | null]>([
    ['01/02/1990', DAY_FIRST, '1990-02-01'],
    ['01/02/1990', MONTH_FIRST, '1990-01-02'],
    ['01.02.1990', MONTH_FIRST, '1990-02-01'],
    ['13/02/1990', MONTH_FIRST, null],
  ])('%j as %s is %j', (text, format, day) => {
    expect(readCell(text, 'day', format)).toBe(day);
  });

  it.each([
    ['13/02/1990', DAY_FIRST],
    ['02-13-1990', MONTH_FIRST],
    ['01/02/1990', null],
    ['31.12.1990', null],
    ['1990-12-31', null],
    ['soon', null],
  ])('%j shows the format %j', (text, format) => {
    expect(formatOf(text, 'day')).toBe(format);
  });
});

describe('a cell with a number', () => {
  it.each([
    ['7', '7'],
    ['7,5', '7.5'],
    ['7.5', '7.5'],
    ['-0,25', '-0.25'],
    ['1.234,50', '1234.50'],
    ['1,234.50', '1234.50'],
    ['1 234,50', '1234.50'],
    ['1\u00a0234\u00a0567,5', '1234567.5'],
    ["1'234.50", '1234.50'],
    ['1,234,567', '1234567'],
    ['1.234.567', '1234567'],
    ['1 234', '1234'],
    ['1,234', undefined],
    ['1.234', undefined],
    ['1.234 567', null],
    ['12,34,567', null],
    ['7,5 kg', null],
    ['1e3', null],
  ])('%j is %j without a known format', (text, number) => {
    expect(readCell(text, 'number', null)).toBe(number);
  });

  it.each([
    ['1.234', COMMA, '1234'],
    ['1,234', COMMA, '1.234'],
    ['1,234', POINT, '1234'],
    ['7.5', COMMA, null],
  ] as const)('%j as %s is %j', (text, format, number) => {
    expect(readCell(text, 'number', format)).toBe(number);
  });

  it.each([
    ['7,5', COMMA],
    ['1.234,50', COMMA],
    ['7.5', POINT],
    ['1,234', null],
    ['12', null],
  ])('%j shows the format %j', (text, format) => {
    expect(formatOf(text, 'number')).toBe(format);
  });
});
