import { compileContent, templateFaults, type WrittenContent } from './compile-content.js';
import { Renderer } from './renderer.js';

const written = (html: string, changes: Partial<WrittenContent> = {}): WrittenContent => ({
  subject: 'Hi',
  preHeader: '',
  html,
  text: '',
  design: 'simple',
  tracksClicks: true,
  ...changes,
});

const rendered = (content: WrittenContent, contact: Record<string, string | null>) =>
  new Renderer(compileContent(content)).render(
    { contact, custom: {}, company: {}, business: { name: 'Shop', address: '' } },
    {
      own: {
        unsubscribe_url: 'https://m.example/u',
        preferences_url: 'https://m.example/p',
        view_url: 'https://m.example/v',
      },
      tracked: (position) => `https://m.example/c/${position}`,
      pixel: 'https://m.example/o.gif',
    },
  );

describe('compiling a content', () => {
  it('makes a text part in which Liquid still works, in headings and across line ends too', () => {
    const html = `<h1>Hello {{ contact.first_name | default: "dear &amp; true reader of ours" }},</h1>
      <p>${'many words '.repeat(6)}{% if contact.city == "Köln" %}in Köln{% endif %} <a href="https://shop.example/">look</a></p>`;
    const { text } = rendered(written(html), { first_name: null, city: 'Köln' });
    expect(text).toContain('dear &amp; true reader of ours');
    expect(text).toMatch(/in\s+Köln/);
    expect(text).toContain('https://m.example/c/0');
    expect(text).not.toMatch(/[{}\uE000\uE001]/);
  });

  it('keeps a text part that somebody wrote', () => {
    expect(
      rendered(written('<p>a</p>', { text: 'Mine: {{ contact.first_name }}' }), { first_name: "O'Neill" }).text,
    ).toBe("Mine: O'Neill");
  });

  it('puts the pre-header first in the body, merged and escaped, and leaves it out of the text', () => {
    const { html, text } = rendered(written('<p>body</p>', { preHeader: 'For {{ contact.first_name }}' }), {
      first_name: '<Ann>',
    });
    expect(html).toMatch(/<body><div[^>]*display:none[^>]*>For &lt;Ann&gt;<\/div>/);
    expect(text).not.toContain('For');
  });

  it('puts the pixel before the end of the body', () => {
    expect(rendered(written('<p>body</p>'), {}).html).toMatch(/<img src="https:\/\/m\.example\/o\.gif"[^>]*><\/body>/);
  });

  it('finds the end of the body behind letters that are longer in lower case', () => {
    const html = '<html><body>İYİ GÜNLER</body></html>';
    expect(rendered(written(html), {}).html).toMatch(/^<html><body>İYİ GÜNLER<img [^>]+><\/body><\/html>$/);
  });

  it('leaves links alone when clicks are not followed', () => {
    const { html } = rendered(written('<a href="https://shop.example/">x</a>', { tracksClicks: false }), {});
    expect(html).toContain('href="https://shop.example/"');
  });

  it('sends raw HTML as it was written, but for links and pixel', () => {
    const { html } = rendered(
      written('<!doctype html><html><body class=x>hi</body></html>', { design: 'raw_html' }),
      {},
    );
    expect(html).toMatch(/^<!doctype html><html><body class=x>hi<img [^>]+><\/body><\/html>$/);
  });

  it('keeps a header one line, whatever the values hold', () => {
    const { subject } = rendered(written('', { subject: 'Hi {{ contact.first_name }}' }), {
      first_name: 'Ann\r\nBcc: evil@example.com\u2028x',
    });
    expect(subject).toBe('Hi Ann Bcc: evil@example.com x');
  });

  it('names every part that does not parse', () => {
    const faults = templateFaults(written('{{ a', { subject: '{% if %}', text: '{% endfor %}' }));
    expect(Object.keys(faults)).toEqual(['email_subject', 'email_body', 'email_body_text']);
  });
});
