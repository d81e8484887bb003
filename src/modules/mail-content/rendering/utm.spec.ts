import { processorMs } from '../../../../test/support/processor-time.js';
import { tagHtmlLinks, tagTextLinks, type UtmParameters } from './utm.js';

const UTM: UtmParameters = { utm_source: 'news', utm_campaign: 'spring & more' };
const QUERY = 'utm_source=news&amp;utm_campaign=spring%20%26%20more';

describe('UTM parameters of links', () => {
  it.each([
    ['https://x.example', `https://x.example?${QUERY}`],
    ['https://x.example/a?b=1&amp;c=2', `https://x.example/a?b=1&amp;c=2&amp;${QUERY}`],
    ['https://x.example/a?b=1#part', `https://x.example/a?b=1&amp;${QUERY}#part`],
    ['https://x.example/a?', `https://x.example/a?${QUERY}`],
    ['https://x.example/?a=1&#38;b=2&#x23;p', `https://x.example/?a=1&amp;b=2&amp;${QUERY}#p`],
    ['https://x.example/caf&eacute;\n  /long ', `https://x.example/café  /long?${QUERY}`],
    ['https://x.example/?utm_source=mine', 'https://x.example/?utm_source=mine&amp;utm_campaign=spring%20%26%20more'],
    ['https://x.example/?UTM_SOURCE=a&utm_campaign=b', 'https://x.example/?UTM_SOURCE=a&utm_campaign=b'],
    ['https://x.example/{{ contact.id | append: "?#" }}', `https://x.example/{{ contact.id | append: "?#" }}?${QUERY}`],
    [
      'https://x.example/?c={{ contact.city }}#{{ contact.id }}',
      `https://x.example/?c={{ contact.city }}&amp;${QUERY}#{{ contact.id }}`,
    ],
    ['mailto:a@example.com', 'mailto:a@example.com'],
    ['tel:+49', 'tel:+49'],
    ['#top', '#top'],
    ['{{ unsubscribe_url }}', '{{ unsubscribe_url }}'],
    ['{{ view_url }}', '{{ view_url }}'],
  ])('makes %s into %s', (href, expected) => {
    expect(tagHtmlLinks(`<p><a class=x href="${href}">go</a></p>`, UTM)).toBe(
      `<p><a class=x href="${expected}">go</a></p>`,
    );
  });

  it('adds nothing twice', () => {
    const once = tagHtmlLinks('<a href="https://x.example/">go</a>', UTM);
    expect(tagHtmlLinks(once, UTM)).toBe(once);
  });

  it('supports both kinds of quotes and none', () => {
    const tagged = `https://x.example/?utm_source=a`;
    for (const written of [`'https://x.example/'`, `https://x.example/`, `"https://x.example/"`])
      expect(tagHtmlLinks(`<a href=${written}>x</a>`, { utm_source: 'a' })).toBe(`<a href="${tagged}">x</a>`);
    expect(tagHtmlLinks(`<a href='https://x.example/"'>x</a>`, { utm_source: 'a' })).toBe(
      `<a href="https://x.example/&quot;?utm_source=a">x</a>`,
    );
  });

  it('tags the links of a text and leaves its punctuation unchanged', () => {
    expect(
      tagTextLinks('Look (https://x.example/a), or https://y.example/?b={{ contact.id }}. {{ unsubscribe_url }}', {
        utm_source: 'n',
      }),
    ).toBe(
      'Look (https://x.example/a?utm_source=n), or https://y.example/?b={{ contact.id }}&utm_source=n. {{ unsubscribe_url }}',
    );
  });

  it('T22 are added in linear time', async () => {
    const ms = await processorMs(() =>
      tagTextLinks(`https://a.example/${'.'.repeat(1_000_000)}x`, { utm_source: 'mail' }),
    );
    expect(ms).toBeLessThan(50);
  });
});
