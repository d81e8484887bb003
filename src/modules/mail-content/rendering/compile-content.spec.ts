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

const rendered = (content: WrittenContent, contact: Record<string, string | null>, decoy: string | null = null) =>
  new Renderer(compileContent(content)).render(
    { contact, custom: {}, company: {}, business: { name: 'Shop', address: '' }, timezone: 'UTC' },
    {
      own: {
        unsubscribe_url: 'https://m.example/u',
        preferences_url: 'https://m.example/p',
        view_url: 'https://m.example/v',
        confirm_url: 'https://m.example/v',
      },
      tracked: (position) => `https://m.example/c/${position}`,
      pixel: 'https://m.example/o.gif',
      decoy,
    },
  );

describe('compiling content', () => {
  it('creates a text part in which Liquid still works, also in headings and across lines', () => {
    const html = `<h1>Hello {{ contact.first_name | default: "loyal &amp; kind reader" }},</h1>
      <p>${'many words '.repeat(6)}{% if contact.city == "Köln" %}in Köln{% endif %} <a href="https://shop.example/">look</a></p>`;
    const { text } = rendered(written(html), { first_name: null, city: 'Köln' });
    expect(text).toContain('loyal &amp; kind reader');
    expect(text).toMatch(/in\s+Köln/);
    expect(text).toContain('https://m.example/c/0');
    expect(text).not.toMatch(/[{}\uE000\uE001]/);
  });

  it('creates a text part with the values that were assigned before the body', () => {
    const html =
      '{% assign a = "A" %}<html><head><style>p{}</style>{% capture b %}<i>B</i>{% endcapture %}<title>{{ a }}</title></head><body><p>{{ a }}{{ b }}</p></body></html>';
    expect(rendered(written(html), {}).text).toBe('A<i>B</i>');
  });

  it('creates a text part without hidden elements, with alternative texts, and with table rows', () => {
    const html = `<div style="color:red; display: none">hidden</div><div style="display:none;font-size:1px">too</div>
      <a href="https://x.example/"><img src="a.png" alt="A bird"></a><img src="spacer.gif" alt="">
      <table><tr><th>Name</th><th>Price</th></tr><tr><td>Tea</td><td>3 €</td></tr></table>
      <ul><li>one</li><li>two</li></ul>`;
    expect(rendered(written(html, { tracksClicks: false }), {}).text).toBe(
      'A bird [https://x.example/]\nName Price\nTea 3 €\n\n * one\n * two',
    );
  });

  it('leaves no gaps in place of tags', () => {
    const html = `<p>a</p>
      {% if contact.city %}
        <p>b</p>
      {% endif %}
      {% capture x %}<b>{{ contact.city }}</b>{% endcapture %}
      <p>c {{ x }}</p>`;
    expect(rendered(written(html), { city: 'Bonn' }).text).toBe('a\n\nb\n\nc Bonn');
    expect(rendered(written(html), {}).text.trimEnd()).toBe('a\n\nc');
  });

  it('refuses a body that cannot be converted to a text part', () => {
    const faults = templateFaults(written('<p>{% if a %}x</p><div style="display:none">{% endif %}</div>'));
    expect(Object.keys(faults)).toEqual(['email_body']);
  });

  it('refuses elements that are nested too deeply', () => {
    expect(templateFaults(written(`<p>a</p>\n${'<div>'.repeat(3_000)}`))).toEqual({
      email_body: 'does not parse: elements nest deeper than 500 levels (line 2, column 2501)',
    });
  });

  it('keeps a text part of the author', () => {
    expect(
      rendered(written('<p>a</p>', { text: 'Mine: {{ contact.first_name }}' }), { first_name: "O'Neill" }).text,
    ).toBe("Mine: O'Neill");
  });

  it('puts the preheader first in the body, rendered and escaped, and not in the text', () => {
    const { html, text } = rendered(written('<p>body</p>', { preHeader: 'For {{ contact.first_name }}' }), {
      first_name: '<Ann>',
    });
    expect(html).toMatch(/<body><div[^>]*display:none[^>]*>For &lt;Ann&gt;(&#8199;&#847;)+<\/div>/);
    expect(text).not.toContain('For');
  });

  it.each([
    [
      '<html><body class="{% if 3 > 2 %}a{% endif %}" title="x > y">',
      '<html lang="en"><title>Hi</title><body class="a" title="x > y">',
    ],
    [
      `<html><!-- <body> --><head><title><body></title></head><BODY title='</body>' data-x="{{ '>' }}">`,
      `<html lang="en"><!-- <body> --><head><title><body></title></head><BODY title='</body>' data-x="&gt;">`,
    ],
  ])('finds the tags of the body in %s', (start, shown) => {
    const { html } = rendered(written(`${start}<p>x</p><!-- </body> --></body></html>`, { preHeader: 'Before' }), {});
    const [before, after] = html.split(/<div data-carillon-hidden.*?<\/div>/);
    expect(before).toBe(shown);
    expect(after).toMatch(/^<p>x<\/p><!-- <\/body> --><img [^>]+><\/body><\/html>$/);
  });

  it('appends the pixel to a fragment, whatever it contains in comments', () => {
    const fragment = '<p title="a > </body>">x</p><!-- </body> -->';
    const { html } = rendered(written(fragment, { design: 'raw_html' }), {});
    expect(html.replace(/<img [^>]+>$/, '')).toBe(`<html lang="en"><title>Hi</title>${fragment}`);
  });

  it.each([
    ['simple', {}, 'en'],
    ['plain', {}, 'en'],
    ['plain', { language: 'fr' }, 'fr'],
    ['simple', { footer: { mode: 'none', language: 'de' } }, 'de'],
  ] as const)('names language and title of a %s email with %j', (design, changes, language) => {
    const content = written('<p>x</p>', { design, subject: 'Hi {{ contact.first_name }}', ...changes });
    const { html } = rendered(content, { first_name: '<Ann>' });
    expect(html).toMatch(new RegExp(`^<!doctype html><html lang="${language}"><head>.*<title>Hi &lt;Ann&gt;</title>`));
  });

  it('takes only a tag for a complete document', () => {
    expect(rendered(written('<p title="<html>">x</p><!-- <html> -->'), {}).html).toMatch(/^<!doctype html><html/);
  });

  it('puts the pixel before the end of the body', () => {
    expect(rendered(written('<p>body</p>'), {}).html).toMatch(/<img src="https:\/\/m\.example\/o\.gif"[^>]*><\/body>/);
  });

  it('hides the decoy from readers, and adds it to the HTML only', () => {
    const { html, text } = rendered(written('<p>body</p>'), {}, 'https://m.example/c/decoy');
    const [, attributes = ''] =
      /<a href="https:\/\/m\.example\/c\/decoy" ([^>]*)><\/a><img [^>]+><\/body>/.exec(html) ?? [];
    expect(attributes).toMatch(/aria-hidden="true".*tabindex="-1".*display:none/);
    expect(text).toBe('body');
    const cutShort = rendered(written('a{% break %}b', { design: 'raw_html' }), {}, 'https://m.example/c/decoy');
    expect(cutShort.html).toMatch(/<\/title>a<a href="https:\/\/m\.example\/c\/decoy"[^>]*><\/a><img [^>]+>$/);
  });

  it('finds the end of the body after letters that are longer in lower case', () => {
    const html = '<html><body>İYİ GÜNLER</body></html>';
    expect(rendered(written(html), {}).html).toMatch(/<body>İYİ GÜNLER<img [^>]+><\/body><\/html>$/);
  });

  it('does not change links if clicks are not tracked', () => {
    const { html } = rendered(written('<a href="https://shop.example/">x</a>', { tracksClicks: false }), {});
    expect(html).toContain('href="https://shop.example/"');
  });

  it('does not change raw HTML with a language and a title except for links and pixel', () => {
    const start = '<!doctype html><html lang=de><head><title>Mine</title></head><body class=x>hi';
    const { html } = rendered(written(`${start}</body></html>`, { design: 'raw_html' }), {});
    expect(html.replace(/<img [^>]+>/, '')).toBe(`${start}</body></html>`);
  });

  it.each([
    [
      'a head',
      '<html><head><meta charset="utf-8"></head><body>x',
      '<html lang="en"><head>TITLE<meta charset="utf-8"></head><body>PREx',
    ],
    ['no head', '<!DOCTYPE html><html><body>x', '<!DOCTYPE html><html lang="en">TITLE<body>PREx'],
    [
      'a head only',
      '<head><style>p{}</style></head><p>x',
      '<html lang="en"><head>TITLE<style>p{}</style></head>PRE<p>x',
    ],
    ['a doctype only', '<!-- a --><!DOCTYPE html>\n<p>x', '<!-- a --><!DOCTYPE html><html lang="en">TITLEPRE\n<p>x'],
    ['text only', 'x &amp; y', '<html lang="en">TITLEPREx &amp; y'],
    ['tags in upper case', '<HTML><HEAD></HEAD><BODY>x', '<HTML lang="en"><HEAD>TITLE</HEAD><BODY>PREx'],
    [
      'an XHTML doctype',
      '<?xml version="1.0"?><!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0//EN" "x.dtd"><html xmlns="x" xml:lang="fr"><body>x',
      '<?xml version="1.0"?><!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0//EN" "x.dtd"><html xmlns="x" xml:lang="fr">TITLE<body>PREx',
    ],
    [
      'an empty title',
      '<html lang="it"><head><title> </title></head>x',
      '<html lang="it"><head><title>SUBJECT </title></head>PREx',
    ],
    [
      'the title of a picture',
      '<svg><title>Logo</title></svg>x',
      '<html lang="en">TITLEPRE<svg><title>Logo</title></svg>x',
    ],
    [
      'a language that is a value',
      '<html lang="{{ contact.x | default: "nl" }}"><title>{{ 1 }}</title>x',
      '<html lang="nl">PRE<title>1</title>x',
    ],
    [
      'conditional comments',
      '<!--[if mso]><html><head><![endif]--><p>x',
      '<html lang="en">TITLEPRE<!--[if mso]><html><head><![endif]--><p>x',
    ],
  ])('completes HTML with %s', (_what, source, expected) => {
    const { html, text } = rendered(written(source, { design: 'raw_html', preHeader: 'P', subject: 'A & B' }), {});
    expect(html.replace(/<img [^>]+>$/, '').replace(/<div data-carillon-hidden.*?<\/div>/, 'PRE')).toBe(
      expected.replace('TITLE', '<title>A &amp; B</title>').replace('SUBJECT', 'A &amp; B'),
    );
    expect(text).toMatch(/^x/);
  });

  it.each([
    [
      '<mjml><mj-body><mj-section><mj-column><mj-text>x</mj-text></mj-column></mj-section></mj-body></mjml>',
      'Hi',
      'pt-BR',
    ],
    [
      '<mjml lang="es"><mj-head><mj-title>Mine</mj-title></mj-head><mj-body><mj-section><mj-column><mj-text>x</mj-text></mj-column></mj-section></mj-body></mjml>',
      'Mine',
      'es',
    ],
  ])('completes what %s becomes', (source, title, language) => {
    const { html } = rendered(written(source, { design: 'mjml', language: 'pt-BR' }), {});
    expect(html.match(/<title>.*?<\/title>/g)).toEqual([`<title>${title}</title>`]);
    expect([...html.matchAll(/\slang="([^"]*)"/g)].map(([, each]) => each)).toEqual([language, language]);
  });

  it('lets email programs choose the colors of content without colors', () => {
    expect(rendered(written('<p>x</p>', { design: 'plain' }), {}).html).toContain(
      'name="color-scheme" content="light dark"',
    );
    expect(rendered(written('<p style="color:#222">x</p>', { design: 'plain' }), {}).html).not.toContain(
      'color-scheme',
    );
  });

  it('keeps a header in one line, whatever the values contain', () => {
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
