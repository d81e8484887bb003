import { processorMs } from '../../../test/support/processor-time.js';
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

  it('T22 looks at each character once', async () => {
    const ms = await processorMs(() => {
      const text = `${'.'.repeat(5_000_000)}x`;
      expect(withoutEnding(text, '.')).toBe(text);
    });
    expect(ms).toBeLessThan(50);
  });
});
