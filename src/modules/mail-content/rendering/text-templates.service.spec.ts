import { WrittenNumber } from '../written-number.js';
import { TemplateError, TextTemplates } from './text-templates.service.js';

describe('TextTemplates', () => {
  const texts = new TextTemplates();
  const values = {
    custom: { n: new WrittenNumber('12.50') },
    contact: { name: 'A&b "c" ü', tags: ['x', '/'], age: 7, none: null },
  };

  it.each([
    ['plain', 'Hi {{ contact.name }}', 'Hi A&b "c" ü'],
    ['html', '<p>{{ contact.name }}</p>', '<p>A&amp;b &#34;c&#34; ü</p>'],
    [
      'url',
      'https://a.example/{{ contact.name }}?t={{ contact.tags }}',
      'https://a.example/A%26b%20%22c%22%20%C3%BC?t=x%2F',
    ],
    ['url', '?q={{ contact.name | url_encode }}', '?q=A%26b+%22c%22+%C3%BC'],
    ['url', '{{ contact.name | slice: 0, 1 }}{{ contact.age }}{{ contact.none }}', 'A7'],
    ['json', '{"n": "{{ contact.name }}", "a": {{ contact.age }}}', '{"n": "A&b \\"c\\" ü", "a": 7}'],
    ['json', '{"n": {{ custom.n }}, "m": {{ custom.n | plus: 1 }}}', '{"n": 12.50, "m": 13.5}'],
    ['url', '?n={{ custom.n }}', '?n=12.50'],
    ['json', '{"n": {{ contact.name | json }}}', '{"n": "A&b \\"c\\" ü"}'],
  ] as const)('escapes values in a %s text: %s', (kind, template, expected) => {
    expect(texts.render(template, values, kind)).toBe(expected);
  });

  it('does not parse values again', () => {
    expect(texts.render('{{ a }}', { a: '{{ b }}', b: 'secret' })).toBe('{{ b }}');
  });

  it('encodes a surrogate pair that Liquid has split', () => {
    expect(texts.render('{{ a | split: "" | first }}', { a: '😀' }, 'url')).toBe('%EF%BF%BD');
  });

  it('reports why a text is not a valid template', () => {
    expect(texts.fault('Hi {{ contact.name }}')).toBeNull();
    expect(texts.fault('Hi {{ contact.name ')).toMatch(/^does not parse: .+ \(line 1, column \d+\)$/);
  });

  it('stops a template that is too expensive', () => {
    const endless = '{% for i in (1..10000000) %}{% for j in (1..10000000) %}{{ i }}{% endfor %}{% endfor %}';
    expect(() => texts.render(endless, {})).toThrow(TemplateError);
  });

  it('works after old templates were evicted', () => {
    for (let index = 0; index < 600; index += 1) expect(texts.render(`${index} {{ a }}`, { a: 1 })).toBe(`${index} 1`);
    expect(texts.render('0 {{ a }}', { a: 2 })).toBe('0 2');
  });
});
