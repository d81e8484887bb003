import { LiquidTemplate, TemplateError } from './liquid.js';
import type { Snippets } from './written-content.js';
import { expandSnippets, snippetKeysIn } from './expand-snippets.js';

const html = (texts: Readonly<Record<string, string>>): Snippets =>
  Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, { html: text, mjml: null, text: null }]));

const rendered = (source: string, texts: Readonly<Record<string, string>>, values: object = {}): string =>
  new LiquidTemplate(expandSnippets(source, 'html', html(texts)), 'html').render(values);

const faultOf = (source: string, texts: Readonly<Record<string, string>>): string => {
  try {
    expandSnippets(source, 'html', html(texts));
  } catch (error) {
    if (error instanceof TemplateError) return error.message;
    throw error;
  }
  return '';
};

describe('snippets in a source', () => {
  it('are inserted as they are if they have no variables of their own', () => {
    const texts = { a: '<p>{{ contact.first_name }}</p>{{ unsubscribe_url }}' };
    expect(expandSnippets('x{% render "a" %}y', 'html', html(texts))).toBe(`x${texts.a}y`);
  });

  it.each([
    ['values that are passed', '{% render "a", item: list[1], n: 2 %}', '{{ item.name }}{{ n }}', 'two2'],
    ['no variables around them', '{% assign x = 1 %}{% render "a" %}', '[{{ x }}]', '[]'],
    ['the values of the email', '{% render "a", n: 1 %}', '{{ contact.name }}{{ n }}', 'Ada1'],
    ['loops around them', '{% for one in list %}{% render "a", item: one %}{% endfor %}', '{{ item.name }}', 'onetwo'],
    ['escaping', '{% render "a", item: "<b>" %}', '{{ item }}', '&lt;b&gt;'],
  ])('have %s', (_what, source, a, expected) => {
    const values = { contact: { name: 'Ada' }, list: [{ name: 'one' }, { name: 'two' }] };
    expect(rendered(source, { a }, values)).toBe(expected);
  });

  it('change no variables around them, and end no loop', () => {
    const source = '{% for i in (1..2) %}{% render "a" %}{{ x }}{{ i }}{% endfor %}';
    expect(rendered(source, { a: '{% assign x = 5 %}{% break %}' })).toBe('12');
  });

  it('keep the control of blanks', () => {
    expect(rendered('a {%- render "a" -%} b', { a: 'x' })).toBe('axb');
  });

  it('are not looked for in comments and raw text', () => {
    const source = '{% raw %}{% render "a" %}{% endraw %}{% comment %}{% render "b" %}{% endcomment %}';
    expect(snippetKeysIn([source, '{% render "c" %}', 'render', null, '{% if %}{% render "d" %}'])).toEqual(['c']);
    expect(expandSnippets(source, 'html', {})).toBe(source);
  });

  it.each([
    ['unknown ones', '\n {% render "z" %}', {}, 'there is no snippet z (line 2, column 2)'],
    ['names of objects', '{% render "constructor" %}', {}, 'there is no snippet constructor'],
    ['cycles', '{% render "a" %}', { a: '{% render "b" %}', b: '{% render "a" %}' }, 'a -> b -> a'],
    ['five levels', '{% render "a" %}', chain(5), 'must not be nested deeper than 4 levels'],
    ['values of every email', '{% render "a", contact: 1 %}', { a: '' }, 'a snippet always has contact'],
    ['variables as keys', '{% render name %}', {}, 'write {% render "key" %}'],
    ['too much text', '{% render "a" %}'.repeat(21), { a: 'x'.repeat(100_000) }, 'must be at most 2000000 characters'],
  ])('must not be %s', (_what, source, texts, reason) => {
    expect(faultOf(source, texts as Readonly<Record<string, string>>)).toContain(reason);
  });

  it('may have four levels, also if a snippet is used at several of them', () => {
    expect(rendered('{% render "a" %}', chain(4))).toBe('end');
    expect(faultOf('{% render "d" %}{% render "a" %}', chain(5))).toContain('deeper than 4');
  });

  it('do not take exponential time', () => {
    const many = (key: string): string => `{% render "${key}" %}`.repeat(1_000);
    expect(rendered('{% render "a" %}', { a: many('b'), b: many('c'), c: '' })).toBe('');
  });
});

/** Snippets a, b, and so on, each of which renders the next. */
function chain(levels: number): Record<string, string> {
  const keys = 'abcdefgh'.slice(0, levels).split('');
  return Object.fromEntries(
    keys.map((key, index) => [key, keys[index + 1] ? `{% render "${keys[index + 1]}" %}` : 'end']),
  );
}
