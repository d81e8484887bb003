import { isStrictInteger } from './dto-fields.js';

describe('digits as a whole number', () => {
  it.each(['0', '7', '-7', '007', '9007199254740991', '1'.repeat(16)])('takes %s', (text) => {
    expect(isStrictInteger(text)).toBe(true);
  });

  it.each(['', ' 1', '1 ', '1.0', '1e3', '0x10', '+1', '--1', '1_000', '١', 'NaN', '1'.repeat(17), '1\n'])(
    'refuses %j',
    (text) => {
      expect(isStrictInteger(text)).toBe(false);
    },
  );
});
