import { readEmail, standaloneHtml } from './mail.js';

const mailOf = (...lines: string[]): Buffer => Buffer.from(lines.join('\r\n'));

const NOTHING = {
  ...{ from: '', subject: '', preview: '', words: '' },
  ...{ headers: [], html: null, text: null, links: [], attachments: [] },
};

const WITH_EVERYTHING = mailOf(
  'From: =?utf-8?Q?Ad=C3=A8le?= <adele@example.com>',
  'To: reader@example.com',
  'Subject: =?utf-8?B?R3LDvMOfZQ==?=',
  'List-Unsubscribe: <https://carillon.test/t/u/abc>,',
  ' <mailto:out@example.com>',
  'MIME-Version: 1.0',
  'Content-Type: multipart/mixed; boundary=m',
  '',
  '--m',
  'Content-Type: multipart/related; boundary=r',
  '',
  '--r',
  'Content-Type: multipart/alternative; boundary=a',
  '',
  '--a',
  'Content-Type: text/plain; charset=utf-8',
  '',
  'See https://carillon.test/t/c/one. (Or https://carillon.test/text-only)',
  '--a',
  'Content-Type: text/html; charset=utf-8',
  '',
  '<html><head><title>x</title></head><body>',
  '<a href="https://carillon.test/t/c/one">one</a> <A class=b HREF=\'https://carillon.test/?a=1&amp;b=2\'>two</A>',
  '<a title="a > href=https://x.example" href="https://carillon.test/caf&eacute;?&AMP;">three</a>',
  '<a href="javascript:alert(1)">bad</a> <a name="here">no link</a> <img src="cid:logo@x">',
  '</body></html>',
  '--a--',
  '--r',
  'Content-Type: image/png; name=logo.png',
  'Content-ID: <logo@x>',
  'Content-Transfer-Encoding: base64',
  '',
  'iVBORw0KGgo=',
  '--r--',
  '--m',
  'Content-Type: text/csv',
  'Content-Disposition: attachment; filename="figures.csv"',
  '',
  'a,b',
  '--m--',
  '',
);

describe('reading an email', () => {
  it('decodes headers, both parts and attachments', async () => {
    const mail = await readEmail(WITH_EVERYTHING);
    expect(mail.headers).toContainEqual({ name: 'Subject', value: 'Grüße' });
    expect(mail.headers.find(({ name }) => name === 'List-Unsubscribe')?.value).toBe(
      '<https://carillon.test/t/u/abc>, <mailto:out@example.com>',
    );
    expect(mail.text).toContain('See https://carillon.test/t/c/one');
    expect(mail.html).toContain('<title>x</title>');
    expect(mail.attachments.map(({ name }) => name)).toEqual(['logo.png', 'figures.csv']);
    expect(mail.attachments[1]?.content.toString().trim()).toBe('a,b');
  });

  it('lists the links of both parts once each, decoded, and no scripts', async () => {
    const { links } = await readEmail(WITH_EVERYTHING);
    expect(links).toEqual([
      'https://carillon.test/t/c/one',
      'https://carillon.test/?a=1&b=2',
      'https://carillon.test/café?&',
      'https://carillon.test/text-only',
    ]);
  });

  it('shows nothing of unreadable emails', async () => {
    const mail = await readEmail(Buffer.from(`X: ${'x'.repeat(3 * 1024 * 1024)}\r\n\r\nbody`));
    expect(mail).toEqual(NOTHING);
  });

  it('reads sender, subject, and the words of the text part', async () => {
    await expect(readEmail(WITH_EVERYTHING)).resolves.toMatchObject({
      from: 'Adèle <adele@example.com>',
      subject: 'Grüße',
      preview: 'one two three bad no link',
      words: expect.stringContaining('See https://carillon.test/t/c/one. (Or'),
    });
    await expect(readEmail(Buffer.from('not an email'))).resolves.toMatchObject({ from: '', subject: '' });
  });

  it.each([
    [
      'the preheader',
      `<style>p{}</style><body><div style="display:none">Only today${'&#8199;&#847;'.repeat(9)}</div><p>Hello`,
      'Only today',
    ],
    ['a preheader between joiners', `<div hidden>Only&nbsp;today ${'&zwnj;&nbsp;'.repeat(9)}</div>Hello`, 'Only today'],
    [
      'the first words after an empty preheader',
      `<div>${'&#847; &shy;'.repeat(9)}</div><h1>Hello</h1><p>you`,
      'Hello you',
    ],
    ['words with joiners', '<p>نمی\u200cخواهم', 'نمی\u200cخواهم'],
    ['nothing', '<title>Hi</title><img src="a.png">', ''],
    ['a long text', `<p>${'word '.repeat(90)}`, 'word '.repeat(30)],
  ])('previews %s', async (_what, html, preview) => {
    const mail = await readEmail(mailOf('Content-Type: text/html; charset=utf-8', '', html));
    expect(mail.preview).toBe(preview);
  });

  it('stores emails that nest as deeply as they like', async () => {
    const mail = await readEmail(mailOf('Content-Type: text/html', '', `${'<div>'.repeat(10_000)}deep`));
    expect(mail.preview).toBe('deep');
  });
});

describe('the HTML part as a document', () => {
  const part = (html: string): string => standaloneHtml({ ...NOTHING, html });

  it('makes links leave the frame, with or without a complete document', () => {
    expect(part('<!doctype html><html lang="en"><head><meta charset="utf-8"></head><p>a')).toBe(
      '<!doctype html><html lang="en"><head><base target="_top"><meta charset="utf-8"></head><p>a',
    );
    expect(part('<html lang="en"><p>a')).toBe('<html lang="en"><base target="_top"><p>a');
    expect(part('<header>a</header>')).toBe('<!doctype html><base target="_top"><header>a</header>');
  });

  it('embeds inline images', async () => {
    expect(standaloneHtml(await readEmail(WITH_EVERYTHING))).toContain(
      '<img src="data:image/png;base64,iVBORw0KGgo=">',
    );
  });
});
