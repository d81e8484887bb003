import { withoutEnding } from './without-ending.js';

describe('withoutEnding', () => {
  it.each([
    ['https://a.example/).', 'https://a.example/'],
    ['...', ''],
    ['', ''],
    ['a.b', 'a.b'],
  ])('makes %j into %j', (text, left) => {
    expect(withoutEnding(text, ').')).toBe(left);
  });

  it('T22 looks at each character once', () => {
    const before = process.cpuUsage();
    const text = `${'.'.repeat(5_000_000)}x`;
    expect(withoutEnding(text, '.')).toBe(text);
    expect(process.cpuUsage(before).user).toBeLessThan(1_000_000);
  });
});
