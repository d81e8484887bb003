import { processorMs } from '../../../../test/support/processor-time.js';
import { readFile, type UploadedFile } from './attachment.js';

const file = (changes: Partial<UploadedFile> = {}): UploadedFile => ({
  filename: 'programme.pdf',
  contentType: 'application/pdf',
  contentBase64: Buffer.from('%PDF-1.7').toString('base64'),
  ...changes,
});

describe('a file that goes with an email', () => {
  it('is read as it was sent', () => {
    expect(readFile(file({ filename: ' Übersicht 2026.pdf ', contentType: 'Application/PDF' }))).toEqual({
      file: { filename: 'Übersicht 2026.pdf', contentType: 'application/pdf', content: Buffer.from('%PDF-1.7') },
    });
  });

  it.each(['JVBERi0x\r\nLjc=', 'JVBERi0xLjc', 'JVBERi0xLjc='])(
    'reads base64 as programs write it: %j',
    (contentBase64) => {
      expect(readFile(file({ contentBase64 }))).toMatchObject({ file: { content: Buffer.from('%PDF-1.7') } });
    },
  );

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
    ['content_type', { contentType: 'pdf' }],
    ['content_type', { contentType: 'text/html; charset=utf-8' }],
    ['content_type', { contentType: 'a/b\r\nX: y' }],
    ['content_type', { contentType: 'message/rfc822' }],
    ['content_base64', { contentBase64: 'not base64!' }],
    ['content_base64', { contentBase64: 'A' }],
    ['content_base64', { contentBase64: 'AA=A' }],
    ['content_base64', { contentBase64: 'AAAAA=' }],
    ['content_base64', { contentBase64: '' }],
    ['content_base64', { contentBase64: 'JVBE-_xx' }],
  ])('is refused for its %s: %j', (member, changes) => {
    expect(readFile(file(changes))).toEqual({ faults: { [member]: expect.any(String) } });
  });

  it('names everything that is wrong at once', () => {
    const read = readFile({ filename: '/', contentType: '', contentBase64: '?' });
    expect(Object.keys('faults' in read ? read.faults : {})).toEqual(['filename', 'content_type', 'content_base64']);
  });

  it('T22 is judged in a time that grows with its length only', async () => {
    const ms = await processorMs(() => {
      expect(readFile(file({ contentBase64: `${'='.repeat(1_000_000)}x` }))).toMatchObject({
        faults: expect.anything(),
      });
      readFile(file({ filename: `${'. '.repeat(500_000)}x` }));
    });
    expect(ms).toBeLessThan(50);
  });
});
