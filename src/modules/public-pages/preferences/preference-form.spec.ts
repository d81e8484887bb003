import { readPreferenceForm } from './preference-form.js';

const NOW = new Date('2026-03-10T22:30:00Z');
const ZONE = 'Europe/Berlin';
const read = (form: string, now = NOW): ReturnType<typeof readPreferenceForm> =>
  readPreferenceForm(new URLSearchParams(form), now, ZONE);

describe('the form of the preference center', () => {
  it('contains only the lists and fields that the page showed', () => {
    const { changes } = read('shown_list=1&shown_list=2&list_2=1&list_3=1&shown_field=7&field_7=red&field_8=blue');
    expect([...changes.lists]).toEqual([
      [1, false],
      [2, true],
    ]);
    expect([...changes.values]).toEqual([[7, 'red']]);
  });

  it('reads checkboxes as a set, which can be empty, and normalizes line ends', () => {
    const { changes } = read(
      'shown_field=1&field_1_many=1&field_1=a&field_1=b&shown_field=2&field_2_many=1&shown_field=3&field_3=one%0D%0Atwo',
    );
    expect([...changes.values]).toEqual([
      [1, ['a', 'b']],
      [2, ''],
      [3, 'one\ntwo'],
    ]);
  });

  it('reads each name once, however many a forged form contains', () => {
    const names = Array.from({ length: 20_000 }, (_, index) => `shown_list=${index + 1}&shown_field=${index + 1}`);
    const form = new URLSearchParams(names.join('&'));
    const asked = [jest.spyOn(form, 'has'), jest.spyOn(form, 'get'), jest.spyOn(form, 'getAll')];
    expect(readPreferenceForm(form, NOW, ZONE).changes.lists.size).toBe(20_000);
    expect(asked.reduce((sum, { mock }) => sum + mock.calls.length, 0)).toBeLessThan(10);
  });

  it('ignores invalid ids', () => {
    const { changes } = read('shown_list=0&shown_list=-1&shown_list=1e3&shown_list=9999999999&shown_list=__proto__');
    expect([...changes.lists]).toEqual([]);
  });

  it('leaves absent fields unchanged', () => {
    expect(read('action=save').changes).toEqual({ lists: new Map(), values: new Map() });
  });

  it.each([
    ['none', '', null],
    ['keep', '', undefined],
    ['week', '', '2026-03-17T22:30:00.000Z'],
    ['month', '', '2026-04-10T21:30:00.000Z'],
    ['quarter', '', '2026-06-10T21:30:00.000Z'],
    // Midnight in Berlin, before and after the clocks change.
    ['day', '2026-03-12', '2026-03-11T23:00:00.000Z'],
    ['day', '2026-06-01', '2026-05-31T22:00:00.000Z'],
    ['none', '2026-03-12', '2026-03-11T23:00:00.000Z'],
    ['keep', '2027-03-10', '2027-03-09T23:00:00.000Z'],
  ])('reads a pause of %s with the day %j as one until %s', (pause, day, until) => {
    const { changes, faults } = read(`pause=${pause}&pause_day=${day}`);
    expect(faults.size).toBe(0);
    expect(changes.pausedUntil instanceof Date ? changes.pausedUntil.toISOString() : changes.pausedUntil).toBe(until);
  });

  it.each(['', '2026-03-10', '2026-02-30', '2027-03-11', '12.03.2026', '0026-03-12'])(
    'refuses a pause until %j',
    (day) => {
      const { changes, faults } = read(`pause=day&pause_day=${day}`);
      expect([...faults]).toEqual([['pause_day', 'pause_date']]);
      expect(changes.pausedUntil).toBeUndefined();
    },
  );
});
