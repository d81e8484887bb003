import fc from 'fast-check';
import { encodeBase64Lines } from './attachment-part.js';

describe('base64 in lines', () => {
  it('decodes to what it was made from, in whole lines of 76 characters', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => {
        const lines = encodeBase64Lines(Buffer.from(bytes)).toString('latin1').split('\r\n');
        expect(Buffer.from(lines.join(''), 'base64')).toEqual(Buffer.from(bytes));
        expect(lines.slice(0, -1).every((line) => line.length === 76)).toBe(true);
        expect(lines.at(-1)!.length).toBeLessThanOrEqual(76);
        expect(bytes.length === 0 || lines.at(-1) !== '').toBe(true);
      }),
    );
  });
});
