import { idCondition } from './id-condition.js';

describe('idCondition', () => {
  it('is a range of dense ids and a list of sparse ids', () => {
    expect(idCondition('id', [5, 6, 9])).toEqual({
      sql: 'id BETWEEN :fromId AND :toId',
      params: { fromId: 5, toId: 9 },
    });
    expect(idCondition('id', [5, 6, 90])).toEqual({ sql: 'id IN (:ids)', params: { ids: [5, 6, 90] } });
  });
});
