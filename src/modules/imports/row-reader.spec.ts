import { processorMs } from '../../../test/support/processor-time.js';
import { addressOf } from './row-reader.js';

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
