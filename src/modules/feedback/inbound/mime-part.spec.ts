import { everyPart, fieldGroups, readMime, textOf } from './mime-part.js';

const mail = (...lines: string[]): Buffer => Buffer.from(lines.join('\r\n'), 'latin1');

describe('a parsed email', () => {
  it('has unfolded headers, ordered parts, and decoded texts, with any line ends', () => {
    const lines = [
      'From: a@example.com',
      'Subject: one',
      '\ttwo',
      'X-Odd : three',
      'Content-Type: multipart/mixed; boundary="out\\"er"',
      '',
      'preamble',
      '--out"er',
      'Content-Type: multipart/alternative; boundary=in',
      '',
      '--in',
      'Content-Type: text/plain; charset=iso-8859-1',
      'Content-Transfer-Encoding: quoted-printable',
      '',
      'Gr=FC=DFe an =',
      'alle',
      '--inner is no delimiter',
      '--in  ',
      '',
      'a part without headers: yes',
      '--in--',
      '--out"er',
      'Content-Type: message/delivery-status',
      'Content-Transfer-Encoding: base64',
      '',
      Buffer.from('Reporting-MTA: dns; x\n\nAction: failed\nStatus: 5.1.1\n').toString('base64'),
      '--out"er--',
      'epilogue',
    ];
    for (const newline of ['\r\n', '\n']) {
      const read = readMime(Buffer.from(lines.join(newline), 'latin1'));
      expect(read.headers.get('subject')).toBe('one two');
      expect(read.headers.get('x-odd')).toBe('three');
      const [, , first, second, third] = [...everyPart(read)];
      expect(textOf(first!)).toBe(`Grüße an alle${newline}--inner is no delimiter`);
      expect(textOf(second!)).toBe('a part without headers: yes');
      expect(fieldGroups(textOf(third!)).map((group) => group.get('status'))).toEqual([null, '5.1.1']);
    }
  });

  it('may be truncated, incomplete, or a single line', () => {
    const cut = readMime(mail('Content-Type: multipart/mixed; boundary=x', '', '--x', '', 'all that there is'));
    expect(cut.parts.map(textOf)).toEqual(['all that there is']);
    expect(readMime(mail('Content-Type: multipart/mixed', '', '--x', '', 'no boundary')).parts).toEqual([]);
    expect(readMime(mail('Subject: no body')).headers.get('subject')).toBe('no body');
    expect(readMime(mail('nothing that is a header')).headers.isEmpty).toBe(true);
    expect(textOf(readMime(mail('Content-Type: text/plain; charset=unheard-of', '', 'Gr\u00fc\u00dfe')))).toBe('Grüße');
  });

  it('has at most ten levels and a hundred parts', () => {
    const multipart = (_: unknown, level: number): string =>
      `Content-Type: multipart/mixed; boundary=b${level}\r\n\r\n--b${level}`;
    const nested = (levels: number): Buffer => mail(...Array.from({ length: levels }, multipart), '', 'x');
    expect([...everyPart(readMime(nested(9)))]).toHaveLength(10);
    expect(() => readMime(nested(10))).toThrow('nested deeper than 10 levels');
    const wide = (parts: number): Buffer =>
      mail('Content-Type: multipart/mixed; boundary=b', '', ...Array.from({ length: parts }, () => '--b\r\n\r\nx'));
    expect(readMime(wide(99)).parts).toHaveLength(99);
    expect(() => readMime(wide(100))).toThrow('more than 100 parts');
  });
});
