const LINE = 76;

/** Base64 in lines of 76 characters (RFC 2045 section 6.8), without a trailing line break. */
export function encodeBase64Lines(bytes: Buffer): Buffer {
  const text = Buffer.from(bytes.toString('base64'), 'latin1');
  const lines = Math.max(Math.ceil(text.length / LINE), 1);
  const output = Buffer.allocUnsafe(text.length + (lines - 1) * 2);
  let length = text.copy(output, 0, 0, LINE);
  for (let start = LINE; start < text.length; start += LINE) {
    output[length] = 0x0d;
    output[length + 1] = 0x0a;
    length += 2;
    length += text.copy(output, length, start, start + LINE);
  }
  return output;
}
