import { attachmentPart } from './attachment-part.js';

const headOf = (filename: string): string => {
  const part = attachmentPart({ filename, contentType: 'application/pdf', content: Buffer.from('x') }).toString(
    'latin1',
  );
  return part.slice(0, part.indexOf('\r\n\r\n'));
};

describe('an attached file', () => {
  it('has a plain name as it is', () => {
    expect(headOf('plan 2026.pdf')).toBe(
      'Content-Type: application/pdf; name="plan 2026.pdf"\r\nContent-Transfer-Encoding: base64\r\n' +
        'Content-Disposition: attachment; filename="plan 2026.pdf"',
    );
  });

  it('has a type with its parameters, which are folded', () => {
    const contentType = `text/calendar; method=REQUEST; charset=utf-8; title="${'a b '.repeat(10)}"`;
    const part = attachmentPart({ filename: 'Einladung März.ics', contentType, content: Buffer.from('x') }).toString(
      'latin1',
    );
    const head = part.slice(0, part.indexOf('\r\nContent-Transfer-Encoding'));
    for (const line of head.split('\r\n')) expect(line.length).toBeLessThanOrEqual(78);
    expect(head.replaceAll('\r\n', '')).toBe(
      `Content-Type: ${contentType}; name="=?utf-8?Q?Einladung_M=C3=A4rz=2Eics?="`,
    );
  });

  it.each([
    'Preisliste März.pdf',
    `${'漢字'.repeat(40)}.pdf`,
    'a"b\\c.pdf',
    `${'x'.repeat(180)}.pdf`,
    "it's 100%*.pdf",
  ])('has the name %j in ASCII and in lines that are not long', (filename) => {
    const head = headOf(filename);
    expect(head).toMatch(/^[\r\n -~]*$/);
    for (const line of head.split('\r\n')) expect(line.length).toBeLessThanOrEqual(78);
    const encoded = [...head.matchAll(/filename\*(?:\d+\*)?=(?:utf-8'')?([^;\r]*)/g)]
      .map(([, piece]) => piece)
      .join('');
    expect(decodeURIComponent(encoded)).toBe(filename);
  });
});
