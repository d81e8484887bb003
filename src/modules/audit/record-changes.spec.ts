import { changesBetween } from './record-changes.js';

const table = { type: 'thing', hidden: ['derived'], secret: ['password'] };

describe('the changes of a record', () => {
  it('are the fields that differ, without what is derived', () => {
    const before = { id: 1, title: 'a', same: 1, derived: 1, at: new Date('2026-01-31T09:30:00Z') };
    const after = { id: 1, title: 'b', same: 1, derived: 2, at: null };
    expect(changesBetween(before, after, table)).toEqual({
      title: { before: 'a', after: 'b' },
      at: { before: '2026-01-31 09:30:00', after: null },
    });
  });

  it('withhold secrets, but not that they exist', () => {
    expect(changesBetween({ password: null }, { password: 'x' }, table)).toEqual({
      password: { before: null, after: '[withheld]' },
    });
    expect(changesBetween({ password: 'x' }, { password: 'y' }, table)).toEqual({
      password: { before: '[withheld]', after: '[withheld]' },
    });
    expect(changesBetween({ password: 'x' }, { password: 'x' }, table)).toEqual({});
  });

  it('show of an object only the members that differ', () => {
    const before = { settings: JSON.stringify({ kept: 1, moved: 1, gone: true }) };
    const after = { settings: JSON.stringify({ kept: 1, moved: 2, come: 'x' }) };
    expect(changesBetween(before, after, table)).toEqual({
      settings: { before: { moved: 1, gone: true }, after: { moved: 2, come: 'x' } },
    });
  });

  it.each(['toString', 'constructor', '__proto__'])('show a member named %s as any other', (name) => {
    const changes = changesBetween({ title: '{}' }, { title: `{"${name}":1}` }, table);
    expect(JSON.stringify(changes)).toBe(`{"title":{"before":{},"after":{"${name}":1}}}`);
  });

  it('shorten what is long', () => {
    const { body } = changesBetween(null, { body: 'x'.repeat(2_000) }, table);
    expect(body?.before).toBeNull();
    expect(body?.after).toBe(`${'x'.repeat(500)}… (2000 characters)`);
  });

  it('treat text that only looks like JSON as text', () => {
    expect(changesBetween({ title: '[a' }, { title: '{b' }, table)).toEqual({ title: { before: '[a', after: '{b' } });
  });

  it('include only the selected columns, if given', () => {
    const some = { type: 'thing', only: ['status'] };
    expect(changesBetween({ status: 1, x: 1 }, { status: 2, x: 2 }, some)).toEqual({ status: { before: 1, after: 2 } });
  });
});
