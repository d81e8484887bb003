import { processorMs } from '../../../../test/support/processor-time.js';
import { readFile, type UploadedFile } from './attachments.service.js';

const file = (changes: Partial<UploadedFile> = {}): UploadedFile => ({
  filename: 'programme.pdf',
  content_type: 'application/pdf',
  content_base64: Buffer.from('%PDF-1.7').toString('base64'),
  ...changes,
});

describe('a file that goes with an email', () => {
  it('is read as it was sent', () => {
    expect(readFile(file({ filename: ' Übersicht 2026.pdf ', content_type: 'Application/PDF' }))).toEqual({
      file: { filename: 'Übersicht 2026.pdf', contentType: 'application/pdf', content: Buffer.from('%PDF-1.7') },
    });
  });

  it.each(['JVBERi0x\r\nLjc=', 'JVBERi0xLjc', 'JVBERi0xLjc='])(
    'reads base64 as programs write it: %j',
    (content_base64) => {
      expect(readFile(file({ content_base64 }))).toMatchObject({ file: { content: Buffer.from('%PDF-1.7') } });
    },
  );

  it.each([
    ['text/calendar; method=REQUEST', 'text/calendar; method=REQUEST'],
    ['Text/Calendar;METHOD=REQUEST ; charset="UTF-8";', 'text/calendar; method=REQUEST; charset="UTF-8"'],
    ['text/csv;\r\n header=present', 'text/csv; header=present'],
    ['text/plain; charset=utf-8; format=flowed', 'text/plain; charset=utf-8; format=flowed'],
    ['application/x; title="a; b \\"c\\""', 'application/x; title="a; b \\"c\\""'],
    // The part has the checked file name.
    ['text/calendar; name="invite.ics"; method=REQUEST', 'text/calendar; method=REQUEST'],
    ['application/pdf; name=Übersicht.pdf', 'application/pdf'],
    ["application/pdf; name*0*=utf-8''a; name*1=.exe", 'application/pdf'],
  ])('has the type %j as %j', (content_type, read) => {
    expect(readFile(file({ content_type }))).toMatchObject({ file: { contentType: read } });
  });

  it.each([
    ['filename', { filename: '../../etc/passwd' }],
    ['filename', { filename: 'a\\b.pdf' }],
    ['filename', { filename: 'a\r\nBcc: x@example.com.pdf' }],
    ['filename', { filename: 'a\u202egpj.exe' }],
    ['filename', { filename: '..' }],
    ['filename', { filename: '  ' }],
    ['filename', { filename: 'setup.EXE' }],
    ['filename', { filename: 'invoice.pdf.js' }],
    ['filename', { filename: 'a.bat. ' }],
    ['content_type', { content_type: 'pdf' }],
    ['content_type', { content_type: 'text/html; charset' }],
    ['content_type', { content_type: 'text/html charset=utf-8' }],
    ['content_type', { content_type: 'text/html; charset="utf-8' }],
    ['content_type', { content_type: 'text/html; charset=a; Charset=b' }],
    ['content_type', { content_type: 'text/html; title="Gr\u00fc\u00dfe"' }],
    ['content_type', { content_type: 'text/html; a="b\r\nBcc: x@example.com"' }],
    ['content_type', { content_type: 'text/html; a=b\r\nBcc: x@example.com' }],
    ['content_type', { content_type: `text/html; a=${'x'.repeat(120)}` }],
    ['content_type', { content_type: 'multipart/mixed; boundary=x' }],
    ['content_type', { content_type: ' Message/rfc822 ; a=b' }],
    ['content_type', { content_type: '; charset=utf-8' }],
    ['content_type', { content_type: 'a/b\r\nX: y' }],
    ['content_type', { content_type: 'message/rfc822' }],
    ['content_base64', { content_base64: 'not base64!' }],
    ['content_base64', { content_base64: 'A' }],
    ['content_base64', { content_base64: 'AA=A' }],
    ['content_base64', { content_base64: 'AAAAA=' }],
    ['content_base64', { content_base64: '' }],
    ['content_base64', { content_base64: 'JVBE-_xx' }],
  ])('is refused for its %s: %j', (member, changes) => {
    expect(readFile(file(changes))).toEqual({ faults: { [member]: expect.any(String) } });
  });

  it('names everything that is wrong at once', () => {
    const read = readFile({ filename: '/', content_type: '', content_base64: '?' });
    expect(Object.keys('faults' in read ? read.faults : {})).toEqual(['filename', 'content_type', 'content_base64']);
  });

  it('T22 is judged in a time that grows with its length only', async () => {
    const ms = await processorMs(() => {
      expect(readFile(file({ content_base64: `${'='.repeat(1_000_000)}x` }))).toMatchObject({
        faults: expect.anything(),
      });
      readFile(file({ filename: `${'. '.repeat(500_000)}x` }));
      for (const part of [';', '; ', ';a=', ' ', '"'])
        readFile(file({ content_type: `text/html${part.repeat(100_000)}x` }));
    });
    expect(ms).toBeLessThan(50);
  });
});
