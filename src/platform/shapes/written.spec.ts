import * as s from '../../shapes/shape.js';
import { written } from './written.js';

const shape = s.object({
  id: s.integer(1),
  first_name: s.nullable(s.text('Ada')),
  address_line_1: s.text('12 Dorset Street'),
  created_at: s.sqlTime(),
  ended_at: s.nullable(s.isoTime()),
  note: s.optional(s.text('late')),
});
const at = new Date('2026-01-31T09:30:00.000Z');
const record = { id: 7, firstName: null, addressLine1: 'Baker Street', createdAt: at, endedAt: at };

describe('a record in its shape', () => {
  it('has the members of the shape in its order, from properties in camel case, with dates as text', () => {
    expect(Object.entries(written(shape, record))).toEqual([
      ['id', 7],
      ['first_name', null],
      ['address_line_1', 'Baker Street'],
      ['created_at', '2026-01-31 09:30:00'],
      ['ended_at', '2026-01-31T09:30:00.000Z'],
      ['note', undefined],
    ]);
  });

  it('takes given members instead, which the record need not have', () => {
    const { addressLine1: _, ...rest } = record;
    const answer = written(shape, { ...rest, endedAt: null }, { id: 8, address_line_1: 'none', note: 'late' });
    expect(answer).toMatchObject({ id: 8, address_line_1: 'none', ended_at: null, note: 'late' });
  });

  it('must be complete', () => {
    const { firstName: _, ...rest } = record;
    // @ts-expect-error firstName is missing
    expect(written(shape, rest).first_name).toBeUndefined();
  });
});
