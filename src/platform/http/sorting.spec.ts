import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import { sortable } from './page.js';

class Base {
  search?: string;
}
class Query extends sortable(Base, ['id', 'title', 'created_at'], { field: 'id', direction: 'DESC' }) {}

const read = (query: object): Query => plainToInstance(Query, query);

describe('sort parameters', () => {
  it('have the default of their list', () => {
    expect(read({}).toSorting()).toEqual({ field: 'id', direction: 'DESC' });
  });

  it.each([
    [{ sort_by: 'title', sort_order: 'ASC' }],
    [{ sort_by: 'title', sort_type: 'asc' }],
    [{ order_by: 'title', order_type: 'Asc' }],
    [{ order_by: 'title', sort_order: 'asc' }],
  ])('are the same under every name: %j', (query) => {
    expect(validateSync(read(query))).toEqual([]);
    expect(read(query).toSorting()).toEqual({ field: 'title', direction: 'ASC' });
  });

  it.each([
    { order_by: 'id;DROP TABLE x' },
    { order_by: 'email' },
    { sort_by: ['id'] },
    { sort_by: { id: 1 } },
    { order_type: 'ASC,SLEEP(5)' },
    { order_by: 'ID' },
    { order_by: '' },
  ])('refuse %j', (query) => {
    expect(validateSync(read(query))).toHaveLength(1);
  });
});
