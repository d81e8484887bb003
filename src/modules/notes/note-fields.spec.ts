import { ValidationErrors } from '../../platform/errors/app-error.js';
import { NOTE_TYPES, type RawNote } from './note.entity.js';
import { readNote } from './note-fields.js';

const VALID: RawNote = { title: 'Call', description: '<p>x</p>', type: 'call', created_at: '2026-01-31 09:30:00' };

const read = (raw: RawNote) => readNote(raw, new ValidationErrors());
const faultsOf = (raw: RawNote): unknown => {
  const faults = new ValidationErrors();
  expect(readNote(raw, faults)).toBeNull();
  try {
    faults.throwIfAny();
  } catch (error) {
    return (error as { options: { data: { params: unknown } } }).options.data.params;
  }
  return null;
};

describe('note validation', () => {
  it('reads the given fields only', () => {
    expect(read(VALID)).toEqual({
      title: 'Call',
      description: '<p>x</p>',
      type: 'call',
      createdAt: new Date('2026-01-31T09:30:00Z'),
    });
    expect(read({ ...VALID, status: 'closed', is_private: '0', parent_id: '7' })).toMatchObject({
      status: 'closed',
      isPrivate: 0,
      parentId: 7,
    });
  });

  it('requires four fields', () => {
    expect(faultsOf({})).toEqual({
      title: 'is required',
      description: 'is required',
      type: 'is required',
      created_at: 'is required',
    });
  });

  it.each(NOTE_TYPES)('accepts the type %s', (type) => {
    expect(read({ ...VALID, type })).toMatchObject({ type });
  });

  it.each([
    ['a', 'a'],
    ['  trimmed\u00a0', 'trimmed'],
    ['ä'.repeat(190), 'ä'.repeat(190)],
    ['🎉'.repeat(190), '🎉'.repeat(190)],
  ])('accepts the title "%.20s"', (title, stored) => {
    expect(read({ ...VALID, title })).toMatchObject({ title: stored });
  });

  it.each([
    ['2026-01-31T09:30:00Z', '2026-01-31T09:30:00.000Z'],
    ['2026-01-31T09:30:00.999+02:00', '2026-01-31T07:30:00.000Z'],
    ['2999-12-31 23:59:59', '2999-12-31T23:59:59.000Z'],
    ['2024-02-29', '2024-02-29T00:00:00.000Z'],
  ])('accepts the time %s', (created_at, stored) => {
    expect(read({ ...VALID, created_at })).toMatchObject({ createdAt: new Date(stored) });
  });

  it.each<[keyof RawNote, unknown]>([
    ...[null, [], {}, '', ' \u00a0\n', 'x'.repeat(191), '🎉'.repeat(191)].map((value): [keyof RawNote, unknown] => [
      'title',
      value,
    ]),
    ...[null, ['<p>'], '', ' ', 'x'.repeat(65_536)].map((value): [keyof RawNote, unknown] => ['description', value]),
    ...[null, 5, '', 'Call', 'visit', ['call'], 'toString'].map((value): [keyof RawNote, unknown] => ['type', value]),
    ...[null, 5, '', 'soon', '2026-02-30', '0999-12-31', '9999-12-31T23:59:59-01:00', '2026-01-01 25:00:00'].map(
      (value): [keyof RawNote, unknown] => ['created_at', value],
    ),
    ...[null, 1, '', 'Open', 'done'].map((value): [keyof RawNote, unknown] => ['status', value]),
    ...[null, 2, '', 'maybe', []].map((value): [keyof RawNote, unknown] => ['is_private', value]),
    ...[0, -1, 1.5, '', 'x', '1e3', 4_294_967_296, true, [1], {}].map((value): [keyof RawNote, unknown] => [
      'parent_id',
      value,
    ]),
  ])('refuses %s %j', (field, value) => {
    expect(faultsOf({ ...VALID, [field]: value })).toEqual({ [field]: expect.any(String) });
  });
});
