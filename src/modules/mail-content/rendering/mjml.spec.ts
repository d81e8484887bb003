import { processorMs } from '../../../../test/support/processor-time.js';
import { TemplateError } from './liquid.js';
import { compileMjml, MAX_MJML_LENGTH } from './mjml.js';

const body = (inner: string): string => `<mjml><mj-body>${inner}</mj-body></mjml>`;
const text = (inner: string): string =>
  body(`<mj-section><mj-column><mj-text>${inner}</mj-text></mj-column></mj-section>`);

/** What is wrong and where. */
function faultOf(source: string): { reason: string; line: number; column: number } | null {
  try {
    compileMjml(source);
    return null;
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error;
    return { reason: error.reason, line: error.line, column: error.column };
  }
}

describe('compiling MJML', () => {
  it('creates HTML that mail programs support', () => {
    const html = compileMjml(text('Hello'));
    expect(html).toMatch(/^<!doctype html>/i);
    expect(html).toContain('<!--[if mso | IE]>');
    expect(html).toContain('>Hello</div>');
  });

  it.each([
    [
      'in a text',
      text('Hi {{ contact.first_name | default: "loyal <reader> & friend" }}'),
      '| default: "loyal <reader> & friend" }}',
    ],
    [
      'in an attribute',
      body(
        '<mj-section><mj-column><mj-button href="https://x.example/?a={{ contact.id | append: "&" }}">go</mj-button></mj-column></mj-section>',
      ),
      'href="https://x.example/?a={{ contact.id | append: "&" }}"',
    ],
    [
      'in a style',
      `<mjml><mj-head><mj-style>.a{color:{{ custom.color }}}</mj-style></mj-head><mj-body></mj-body></mjml>`,
      '.a{color:{{ custom.color }}}',
    ],
    [
      'in the preview text',
      `<mjml><mj-head><mj-preview>{{ contact.city }}</mj-preview></mj-head><mj-body></mj-body></mjml>`,
      '>{{ contact.city }}</div>',
    ],
    [
      'in raw HTML',
      body('<mj-raw>{% if contact.city %}<b>{{ contact.city }}</b>{% endif %}</mj-raw>'),
      '{% if contact.city %}<b>{{ contact.city }}</b>{% endif %}',
    ],
    ['before the document', `{% assign x = "a<b" %}\n${text('{{ x }}')}`, '{% assign x = "a<b" %}'],
  ])('keeps Liquid %s', (_place, source, expected) => {
    expect(compileMjml(source)).toContain(expected);
  });

  it('supports loops around sections and table rows', () => {
    const html = compileMjml(
      body(
        `{% for item in custom.items %}<mj-section><mj-column><mj-table>{% for n in (1..2) %}<tr><td>{{ item }}</td></tr>{% endfor %}</mj-table></mj-column></mj-section>{% endfor %}`,
      ),
    );
    const marks = html.match(/\{%.*?%\}|\{\{ item \}\}/g);
    expect(marks).toEqual([
      '{% for item in custom.items %}',
      '{% for n in (1..2) %}',
      '{{ item }}',
      '{% endfor %}',
      '{% endfor %}',
    ]);
  });

  it('keeps every character, also in attributes', () => {
    const letters = 'Zoë 李 👩‍👩‍👧 שלום \u200d\u00ad C:\\temp';
    const html = compileMjml(
      body(
        `<mj-section><mj-column><mj-image src="https://x.example/a.png" alt='${letters} "q"'/><mj-text>${letters}</mj-text></mj-column></mj-section>`,
      ),
    );
    expect(html).toContain(`alt="${letters} &quot;q&quot;"`);
    expect(html).toContain(`>${letters}</div>`);
    expect(html).not.toContain('\\u{');
  });

  it.each([
    [
      'an element that is not closed',
      '<mjml>\n  <mj-body>\n    <mj-section>\n  </mj-body>\n</mjml>',
      4,
      3,
      /<mj-section> has to be closed first/,
    ],
    ['an end', '<mjml>\n<mj-body>', 2, 1, /<mj-body> is not closed/],
    ['an unknown element', body('\n <mj-buton>x</mj-buton>'), 2, 2, /no element <mj-buton>/],
    ['an include', body('\n<mj-include path="/etc/passwd" />'), 2, 1, /mj-include is not available/],
    [
      'HTML attributes',
      `<mjml>\n<mj-head><mj-html-attributes></mj-html-attributes></mj-head></mjml>`,
      2,
      10,
      /mj-html-attributes is not available/,
    ],
    ['no MJML at all', '<p>hi</p>', 1, 1, /./],
    ['nothing', '', 1, 1, /./],
    [
      'a place behind Liquid of several lines',
      `{% comment %}\n\n{% endcomment %}<mjml><mj-body>{{ contact.x\n}}<mj-foo/></mj-body></mjml>`,
      4,
      3,
      /<mj-foo>/,
    ],
    [
      'Liquid where a number has to be',
      body('\n<mj-section><mj-column width="{{ custom.w }}px"><mj-text>x</mj-text></mj-column></mj-section>'),
      2,
      31,
      /no effect/,
    ],
    ['nesting without end', text('<div>'.repeat(300) + '</div>'.repeat(300)), 1, 523, /nest deeper/],
  ])('says where it found %s', (_case, source, line, column, reason) => {
    expect(faultOf(source)).toEqual({ reason: expect.stringMatching(reason), line, column });
  });

  it('still works after these errors', () => {
    expect(compileMjml(text('still'))).toContain('still');
  });

  it('refuses input that is too long, and handles expensive input quickly', async () => {
    expect(faultOf('x'.repeat(MAX_MJML_LENGTH + 1))?.reason).toMatch(/at most/);
    const ms = await processorMs(() => {
      for (const hostile of ['<a ', '<', "='", '{{', ' ', '<!--', '<mj-text>', '<a "', '\\', 'é '])
        faultOf(hostile.repeat(Math.floor(MAX_MJML_LENGTH / hostile.length)));
      faultOf(`<${'a'.repeat(MAX_MJML_LENGTH - 1)}`);
    });
    expect(ms).toBeLessThan(2_000);
  });
});
