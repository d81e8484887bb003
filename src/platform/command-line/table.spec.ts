import { tableOf } from './table.js';

describe('a table of a command', () => {
  it('aligns its columns', () => {
    expect(
      tableOf(
        ['name', 'state'],
        [
          ['a', 'active'],
          ['longer', '-'],
        ],
        80,
      ),
    ).toEqual(['NAME    STATE', 'a       active', 'longer  -']);
  });

  it('continues cells on the next line in narrow terminals, and omits nothing', () => {
    const lines = tableOf(['username', 'permissions'], [['owner', 'view_contacts, manage_contacts, view_reports']], 41);
    expect(lines).toEqual([
      'USERNAME  PERMISSIONS',
      'owner     view_contacts, manage_contacts,',
      '          view_reports',
    ]);
  });

  it('breaks words that are longer than their column', () => {
    const address = `${'a'.repeat(60)}@example.com`;
    const lines = tableOf(['username', 'email', 'permissions'], [['shop', address, 'view_contacts']], 50);
    expect(lines.filter((line) => line.length > 50)).toEqual([]);

    expect(lines.join('').match(/a/g)).toHaveLength(62);
  });
});
