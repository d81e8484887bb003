import { processorMs } from '../../../../../test/support/processor-time.js';
import { lintHtml } from './lint-html.js';
import { lintSubject } from './lint-subject.js';

const TEXT = 'Enough words that this is not an email of images alone.';
const codes = (html: string): string[] => lintHtml(`${html}<p>${TEXT}</p>`).map(({ code }) => code);

describe('checking HTML before it is sent', () => {
  it.each([
    ['<img src="https://x.example/a.png">', 'missing_alt'],
    ['<mj-image src="https://x.example/a.png" />', 'missing_alt'],
    ['<img src="a.png" alt="">', 'relative_image'],
    ['<img src="data:image/png;base64,AA" alt="">', 'embedded_image'],
    ['<img src="http://x.example/a.png" alt="">', 'insecure_image'],
    ['<a href="">x</a>', 'empty_link'],
    ['<a href="#">x</a>', 'empty_link'],
    ['<mj-button>x</mj-button>', 'empty_link'],
    ['<a href="#prices">x</a>', 'dead_anchor'],
    ['<a href="/shop">x</a>', 'relative_link'],
    ['<a href="shop.example">x</a>', 'relative_link'],
    ['<a href="http://x.example">x</a>', 'insecure_link'],
    ['<a href="javascript:alert(1)">x</a>', 'unsupported_link'],
    ['<a href="https://{{ custom.site }}/x">x</a>', 'host_from_value'],
    ['<a href="{{ order.url }}{{ custom.site }}">x</a>', 'host_from_value'],
    ['<a href="https://shop.example{{ custom.site }}">x</a>', 'host_from_value'],
    ['<a href="{{ contact.photo }}">x</a>', 'host_from_value'],
    ['<a href="https://{% if contact.id > 5 %}a.example{% else %}{{ custom.b }}{% endif %}">x</a>', 'host_from_value'],
    ['<script></script>', 'unsupported_element'],
    ['<form></form>', 'unsupported_element'],
    ['<div><b>x</div>', 'unclosed_element'],
    ['<table><tr><td>x', 'unclosed_element'],
  ])('finds in %s: %s', (html, code) => {
    expect(codes(html)).toEqual([code]);
  });

  it.each([
    '<img src="{{ contact.photo }}" alt="{{ contact.first_name }}">',
    '<img src="cid:a" alt="">',
    '<a href="#top">x</a><a name="top"></a>',
    '<a id="top">x</a><a href="#top">x</a>',
    '<a href="{{ unsubscribe_url }}">x</a>',
    '{% for item in order.items %}<a href="{{ item.url }}">x</a><a href="https://{{ event.data.host }}">x</a>{% endfor %}',
    '<a href="{% if custom.vip %}{{ preferences_url }}{% else %}{{ view_url }}{% endif %}">x</a>',
    '<a href="https://{% if contact.id > 5 %}a.example{% else %}b.example{% endif %}/{{ custom.b }}">x</a>',
    '<a href="mailto:{{ contact.email }}">x</a><a href="https://a.example?{{ custom.b }}">x</a>',
    '<a href="{% if contact.city %}https://x.example{% endif %}">x</a>',
    '<a href="mailto:a@example.com">x</a><a href="tel:+49">x</a>',
    '<ul><li>one<li>two</ul><p>para<br>graph',
    '<p>{% if contact.age > 5 %}<b>x</b>{% endif %}</p>',
  ])('reports nothing for %s', (html) => {
    expect(codes(html)).toEqual([]);
  });

  it('counts lines of the source, also after Liquid with several lines', () => {
    const html = `<p>${TEXT}</p>\n{% comment %}\n\n{% endcomment %}\n<img src="https://x.example/a.png">`;
    expect(lintHtml(html)).toEqual([
      expect.objectContaining({ code: 'missing_alt', field: 'email_body', line: 5, severity: 'warning' }),
    ]);
  });

  it('reports an email with only images', () => {
    expect(lintHtml('<img src="https://x.example/a.png" alt="Sale">').map(({ code }) => code)).toEqual(['images_only']);
  });

  it('checks a large document quickly and reports at most twenty findings of a kind', async () => {
    const ms = await processorMs(() => {
      expect(lintHtml('<img src="a.png">\n'.repeat(50_000))).toHaveLength(41);
    });
    expect(ms).toBeLessThan(400);
  });
});

describe('checking a subject', () => {
  it.each([
    ['', ['missing_subject']],
    ['News of spring', []],
    ['HUGE SALE TODAY', ['shouting_subject']],
    ['Buy now!!', ['shouting_subject']],
    ['2026: 50 %', []],
    ['李さんへ', []],
    ['Re: your order', ['misleading_subject']],
    ['x'.repeat(71), ['long_subject']],
  ])('%j: %j', (subject, expected) => {
    expect(lintSubject(subject).map(({ code }) => code)).toEqual(expected);
  });
});
