import fc from 'fast-check';
import { compileContent, type WrittenContent } from './compile-content.js';
import { delimitsComment, shownSlots, showsOneOf } from './footer.js';
import type { MergeValues } from './merge-values.js';
import { Renderer, type RenderedEmail } from './renderer.js';

const VALUES: MergeValues = {
  contact: { country: 'DE' },
  custom: {},
  company: {},
  business: { name: 'Ada & <Söhne>', address: '12 St James’s Square\r\nLondon' },
  timezone: 'UTC',
};
const own = {
  unsubscribe_url: 'https://c.example/t/u/abc',
  preferences_url: 'https://c.example/t/p/abc',
  view_url: 'https://c.example/t/v/abc',
  confirm_url: 'https://c.example/t/d/abc',
};
const links = {
  own,
  tracked: (position: number) => `https://c.example/t/c/${position}`,
  pixel: 'https://p',
  decoy: null,
};
const WRITTEN: WrittenContent = {
  subject: 's',
  preHeader: '',
  html: '<p>Hello</p>',
  text: '',
  design: 'simple',
  tracksClicks: true,
  footer: { mode: 'auto', language: null },
};

const render = (written: Partial<WrittenContent>, values: Partial<MergeValues> = {}): RenderedEmail =>
  new Renderer(compileContent({ ...WRITTEN, ...written })).render({ ...VALUES, ...values }, links);

describe('the standard footer', () => {
  it('is inside the body before the pixel, and at the end of the text', () => {
    const { html, text, footers } = render({});
    expect(footers).toEqual({ html: true, text: true });
    expect(html).toMatch(
      /<a href="https:\/\/c\.example\/t\/p\/abc"[^>]*>Email preferences<\/a>\s*<\/p>\s*<\/td>\s*<\/tr>\s*<\/table>\s*<!--\[if mso\]>[^>]*>[^>]*>[^>]*><!\[endif\]--><img [^>]*><\/body>/,
    );
    expect(html).toContain('Ada &amp; &lt;Söhne&gt;\n12 St James’s Square\nLondon');
    expect(text).toBe(
      'Hello\n\nAda & <Söhne>\n12 St James’s Square\nLondon\n\n' +
        `Unsubscribe: ${own.unsubscribe_url}\nEmail preferences: ${own.preferences_url}`,
    );
  });

  it.each([
    ['a link to unsubscribe', '<a href="{{ unsubscribe_url }}">x</a>'],
    ['a link to preferences', '<a href="{{preferences_url}}">x</a>'],
    ['a link in a true condition', '{% if contact.country == "DE" %}<a href="{{ unsubscribe_url }}">x</a>{% endif %}'],
    ['a link behind a comment', '<!-- a --><a href="{{ unsubscribe_url }}">x</a><!-- b -->'],
    ['a link for all but Outlook', '<!--[if !mso]><!--><a href="{{ unsubscribe_url }}">x</a><!--<![endif]-->'],
    ['a link behind an empty comment', '<!--><a href="{{ unsubscribe_url }}">x</a>-->'],
  ])('is not added to %s', (_what, html) => {
    expect(render({ html }).footers).toEqual({ html: false, text: false });
  });

  it.each([
    ['a link in a false condition', '{% if contact.country == "FR" %}<a href="{{ unsubscribe_url }}">x</a>{% endif %}'],
    ['a link in a comment', '<p>Hi</p><!-- <a href="{{ unsubscribe_url }}">x</a> -->'],
    ['a link in a comment that never ends', '<p>Hi</p><!-- <a href="{{ unsubscribe_url }}">x</a>'],
    ['a comment that a condition begins', '{% if contact.country %}<!--{% endif %}{{ unsubscribe_url }} -->'],
    ['a link of Liquid comments', '{% comment %}{{ unsubscribe_url }}{% endcomment %}'],
    ['a link to somewhere else', '<a href="https://example.com/unsubscribe">x</a>'],
    ['a template that breaks off', '<p>a</p>{% if contact.country %}b{% break %}{% endif %}{{ unsubscribe_url }}'],
  ])('is added to %s', (_what, html) => {
    const rendered = render({ html, text: 'Hello', design: 'raw_html' });
    expect(rendered.footers.html).toBe(true);
    expect(rendered.html).toContain('>Unsubscribe</a>');
  });

  it.each([
    ['no colors', '<p>Hi</p>', /^(?!.*(?:background|<style))/s],
    ['a color', '<p style="color:red">Hi</p>', /background:#ffffff(?!.*prefers-color-scheme)/s],
    ['dark mode in a media query', '<style>@media (PREFERS-color-scheme : dark){p{color:red}}</style>', /#1f2226/],
    ['dark mode as a property', '<style>:root{color-scheme:light dark;color:red}</style>', /#1f2226/],
    ['dark mode in a meta element', '<meta name="color-scheme" content="light dark"><p color=red>', /#1f2226/],
    ['dark mode and no colors', '<meta name="color-scheme" content="light dark">', /color:inherit(?!.*#1f2226)/s],
    [
      'light mode only',
      '<meta content="x" name="color-scheme" content="only light"><p color=red>dark</p>',
      /^(?!.*#1f2226)/s,
    ],
  ])('has colors that fit an email with %s', (_what, html, expected) => {
    expect(render({ html, design: 'raw_html' }).html).toMatch(expected);
  });

  it.each([
    ['no width', '<p>Hi</p><img width="640"><table width="100%"><tr><td width="300"></table>', null],
    ['an attribute', '<table width="100%"><tr><td><table width=640><tr><td><img width=800>', 640],
    ['a style', '<div style="min-width:700px;max-width : 580px">', 580],
    ['a style sheet', '<style>@media ( max-width:480px){p{margin:0}}.a{border:1px;width:680px}</style>', 680],
    ['a column only', '<style>@media (min-width:620px) and (max-width:700px){}</style><td style="width:290px">', null],
    ['a ghost table', '<!--[if mso]><table width="700"><![endif]--><div style="max-width:44em">', 700],
  ])('is as wide as content with %s', (_what, html, width) => {
    const [fixed, fluid] =
      render({ html, design: 'raw_html' }).html.match(/<table role.*?>|<table id="carillon.*?>/g) ?? [];
    const expected = width === null ? '100%' : `${width}px`;
    expect(fixed).toContain(` style="width:${expected}"`);
    expect(fluid).toContain(` style="max-width:${expected};margin:0 auto"`);
  });

  it('is decided for each part separately', () => {
    const html = '<a href="{{ unsubscribe_url }}">x</a>';
    expect(render({ html, text: 'Hello' }).footers).toEqual({ html: false, text: true });
    expect(render({ text: 'Out: {{ unsubscribe_url }}' }).footers).toEqual({ html: true, text: false });
  });

  it.each([
    [{ language: 'de_AT' }, null, 'Abmelden'],
    [{ locale: 'fr' }, 'es', 'Se désabonner'],
    [{ language: 'xx', locale: 'es-MX' }, 'de', 'Cancelar la suscripción'],
    [{ language: 'sv' }, 'de', 'Abmelden'],
    [{ language: 'it' }, 'de', 'Annulla l’iscrizione'],
    [{ language: ['de'] }, null, 'Unsubscribe'],
    [{}, 'fr', 'Se désabonner'],
  ] as const)('is in the language of the contact %j, or else of the settings (%s)', (custom, language, word) => {
    const { html, text } = render({ footer: { mode: 'auto', language } }, { custom });
    expect(html).toContain(`>${word}</a>`);
    expect(text).toContain(`${word}: ${own.unsubscribe_url}`);
  });

  it('has no sender if none is configured', () => {
    const { text } = render({}, { business: { name: '', address: '' }, timezone: 'UTC' });
    expect(text).toMatch(/^Hello\n\nUnsubscribe: /);
  });

  it.each([undefined, { mode: 'none', language: 'de' } as const])('is never added to content with %j', (footer) => {
    const { footer: auto, ...content } = WRITTEN;
    expect(auto).toBeDefined();
    const written = { ...content, ...(footer === undefined ? {} : { footer }) };
    const rendered = new Renderer(compileContent(written)).render(VALUES, links);
    expect(rendered.footers).toEqual({ html: false, text: false });
    expect(rendered.text).toBe('Hello');
  });
});

it('knows without the whole text which links are in comments', () => {
  const link = 'https://c.example/t/u/a-b_c';
  const part = fc.constantFrom(
    '<!-- ',
    ' -->',
    '<!--',
    '-->',
    '--!> ',
    '<',
    '!',
    '-',
    '>',
    'a',
    'a ',
    ' b',
    '<p>',
    '</p>',
  );
  const text = fc.array(part, { maxLength: 6 }).map((parts) => parts.join(''));
  const slot = fc.oneof(text, fc.constantFrom(link, `${link}-`, ''));
  let decided = 0;
  fc.assert(
    fc.property(fc.tuple(text, text, text, text), fc.tuple(slot, slot, slot), (texts, slots) => {
      const pieces = texts.flatMap((one, index) => (index < slots.length ? [one, null] : [one]));
      const shown = shownSlots(pieces);
      if (shown === null || slots.some(delimitsComment)) return;
      decided += 1;
      const whole = texts.map((one, index) => one + (slots[index] ?? '')).join('');
      const offers = slots.some((one, index) => shown[index] === true && one.includes(link));
      expect(offers).toBe(showsOneOf([link], whole, 'html'));
    }),
    { numRuns: 20_000, seed: 7 },
  );
  expect(decided).toBeGreaterThan(500);
});
