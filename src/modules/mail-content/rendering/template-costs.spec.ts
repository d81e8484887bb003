import { processorMs } from '../../../../test/support/processor-time.js';
import { compileContent, templateFaults, type WrittenContent } from './compile-content.js';

const written = (changes: Partial<WrittenContent>): WrittenContent => ({
  ...{ subject: 'Hello', preHeader: '', html: '', text: '', design: 'raw_html', tracksClicks: true },
  ...changes,
});
const mjml = (inside: string): string =>
  `<mjml><mj-body><mj-section><mj-column>${inside}</mj-column></mj-section></mj-body></mjml>`;

/** Five to ten times what it takes; the costs that were found were seconds to minutes. */
const LITTLE_MS = 150;

const TOO_MUCH_LIQUID = /^does not parse: must hold at most 5000 pieces of Liquid \(line \d+, column \d+\)$/;
const TOO_MANY_TAGS = /^does not parse: must hold at most 20000 HTML tags \(line \d+, column \d+\)$/;

describe('T52 the cost of a template before it is checked', () => {
  it.each<[string, Partial<WrittenContent>, string, RegExp]>([
    ['200,000 outputs', { html: `{{ 'a' }}`.repeat(200_000) }, 'email_body', TOO_MUCH_LIQUID],
    ['100,000 tags', { html: '{% assign a=1 %} '.repeat(100_000) }, 'email_body', TOO_MUCH_LIQUID],
    [
      'a tag of 100,000 lines',
      { html: `{% liquid\n${'assign a=1\n'.repeat(100_000)}%}` },
      'email_body',
      TOO_MUCH_LIQUID,
    ],
    ['a subject of outputs', { subject: '{{ a }}'.repeat(6_000) }, 'email_subject', TOO_MUCH_LIQUID],
    ['a text of outputs', { text: '{{ a }}'.repeat(200_000) }, 'email_body_text', TOO_MUCH_LIQUID],
    ['1 MB of open elements', { html: '<b>'.repeat(350_000) }, 'email_body', TOO_MANY_TAGS],
    ['1 MB of elements that close each other', { html: '<p>'.repeat(350_000) }, 'email_body', TOO_MANY_TAGS],
    ['1 MB of closed elements', { html: '<i>a</i>'.repeat(131_000) }, 'email_body', TOO_MANY_TAGS],
    ['deep nesting', { html: '<b>'.repeat(19_000) }, 'email_body', /nest deeper than 500 levels/],
    [
      'MJML that grows',
      { design: 'mjml', html: mjml('<mj-text>a</mj-text>'.repeat(9_000)) },
      'email_body',
      TOO_MANY_TAGS,
    ],
  ])('is little for %s, which is refused', async (_what, changes, field, fault) => {
    const faults = templateFaults(written(changes));
    expect(faults).toEqual({ [field]: expect.stringMatching(fault) });
    expect(await processorMs(() => templateFaults(written(changes)))).toBeLessThan(LITTLE_MS);
  });

  it.each([
    ['followed by letters', `liquidplace${'z'.repeat(200_000)}`],
    ['followed by numbers', Array.from({ length: 10_000 }, (_, number) => `liquidplace${number}y`).join(' ')],
  ])('is little for 200 KB of the placeholder word of MJML %s, which stays unchanged', async (_what, text) => {
    const content = written({ design: 'mjml', html: mjml(`<mj-text>${text} {{ contact.first_name }}</mj-text>`) });
    expect(templateFaults(content)).toEqual({});
    expect(compileContent(content).html).toContain(`${text} {{ contact.first_name }}`);
    expect(await processorMs(() => templateFaults(content))).toBeLessThan(LITTLE_MS);
  });

  it('is little for a link of 4,000 values, which is not tracked', async () => {
    const names = Array.from({ length: 4_000 }, (_, index) => `{{ unknown_${index} }}`).join('x'.repeat(100));
    const content = written({ html: `<a href="https://shop.example/?${names}">Shop</a>` });
    expect(compileContent(content).urls).toEqual([]);
    expect(await processorMs(() => compileContent(content))).toBeLessThan(LITTLE_MS);
  });

  it('leaves room for far more than an email can contain', () => {
    const html = '<p>{{ contact.first_name }}</p>'.repeat(4_000);
    expect(templateFaults(written({ html }))).toEqual({});
    expect(templateFaults(written({ html: '<br>\n'.repeat(19_000) }))).toEqual({});
  });
});
