const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567';
const BITS = 5;

/** Encodes as RFC 4648 section 6 without padding, in lower case: safe for mail servers that change the case. */
export function toBase32(bytes: Buffer): string {
  let text = '';
  let held = 0;
  let bits = 0;
  for (const byte of bytes) {
    held = (held << 8) | byte;
    bits += 8;
    while (bits >= BITS) {
      bits -= BITS;
      text += ALPHABET[(held >>> bits) & 31] ?? '';
    }
    held &= 255;
  }
  return bits === 0 ? text : text + (ALPHABET[(held << (BITS - bits)) & 31] ?? '');
}

/** Decodes either case. @returns null for text that `toBase32` never returns. */
export function fromBase32(text: string): Buffer | null {
  const bytes: number[] = [];
  let held = 0;
  let bits = 0;
  for (const letter of text.toLowerCase()) {
    const value = ALPHABET.indexOf(letter);
    if (value === -1) return null;
    held = ((held << BITS) | value) & 4_095;
    bits += BITS;
    if (bits >= 8) {
      bits -= 8;
      bytes.push((held >>> bits) & 255);
    }
  }
  const read = Buffer.from(bytes);
  return toBase32(read) === text.toLowerCase() ? read : null;
}
