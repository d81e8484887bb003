import { processorMs } from '../../../test/support/processor-time.js';
import { ValidationErrors } from '../../platform/errors/app-error.js';
import { readFields, validFields } from '../contacts/contact/contact-fields.js';
import type { ImportCell } from './reading/record-source.js';
import { addressOf, type ReadingPlan, RowReader } from './row-reader.js';

const rowOf = (...cells: string[]): Parameters<typeof addressOf>[0] => ({
  contact: null,
  reasons: null,
  email: null,
  leftOut: {},
  cells,
});

describe('the address in an unreadable row', () => {
  it.each([
    ['Ada <Ada@Example.com>', 'ada@example.com'],
    ['x; "bob@example.com"', 'bob@example.com'],
    ['a@b and carl@example.com', null],
    ['nobody', null],
  ])('of %j is %j', (cell, address) => {
    expect(addressOf(rowOf('1', cell))).toBe(address);
  });

  it('T22 is found in time linear in the length of the cell', async () => {
    const ms = await processorMs(() => {
      for (const cell of ['a'.repeat(1_000_000), 'a@'.repeat(500_000), '@'.repeat(1_000_000), 'a.'.repeat(500_000)])
        expect(addressOf(rowOf(cell))).toBeNull();
    });
    expect(ms).toBeLessThan(50);
  });
});

describe('the fields of a row', () => {
  const rules = { contactTypes: ['lead'], today: '2026-11-30' };
  const columns = ['email', 'full_name', 'country', 'date_of_birth', 'status', 'contact_type', 'consent.ip'];
  const plan = {
    ...{ columns, headers: columns, consent: null, date_format: null, lists: [], tags: [], on_bad_cell: 'leave_out' },
    file: { format: 'csv', delimiter: ',', damaged: false },
  } as unknown as ReadingPlan;
  const reader = new RowReader(plan, { tags: null, lists: null, unsubscribe_lists: null }, [], rules);
  const good = ['Ada@Example.com', 'Ada  Lovelace King', 'Germany', '1990-02-03', 'subscribed', 'lead', '192.0.2.1'];
  const withCell = (at: number, cell: string): ImportCell[] => good.with(at, cell);

  it.each([
    ['all are good', good, true],
    ['the address of a consent is bad, which is no field', withCell(6, 'nowhere'), true],
    ['a name is empty', withCell(1, ''), true],
    ['a country is left out', withCell(2, 'Atlantis'), false],
    ['a day is left out', withCell(3, '3000-01-01'), false],
  ])('are read once if %s', (_case, cells, isOnce) => {
    const { contact } = reader.read(cells);
    expect(contact).not.toBeNull();
    const [once, again] = [contact, { ...contact }].map((raw) => readFields(raw ?? {}, rules, new ValidationErrors()));
    expect(validFields.get(contact ?? {}) === once).toBe(isOnce);
    expect(once).toEqual(again);
    expect(again).toMatchObject({ email: 'ada@example.com' });
  });
});
