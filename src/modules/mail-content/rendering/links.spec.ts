import { DomUtils, parseDocument } from 'htmlparser2';
import { processorMs } from '../../../../test/support/processor-time.js';
import { compileContent, type WrittenContent } from './compile-content.js';
import { fillLiquidUrl } from './liquid-url.js';
import { fillLinks, linkPlace, trackLinks } from './links.js';
import { Renderer } from './renderer.js';

const CONTACT = {
  email: 'a+b@example.com',
  city: 'Köln/Süd',
  created_at: '2026-11-27 23:15:44',
  first_name: "Tom & O'Zoë",
};
const CUSTOM = {
  interests: ['R&D', '<tea>'],
  site: 'https://site.example/?a=1&b=2',
  evil: 'javascript:alert(1)',
  host: 'evil.example',
};
const VALUES = { contact: CONTACT, custom: CUSTOM, company: {}, business: { name: '', address: '' }, timezone: 'UTC' };
const own = {
  unsubscribe_url: 'https://c.example/u',
  preferences_url: 'https://c.example/p',
  view_url: 'https://c.example/v',
  confirm_url: '',
};

const WRITTEN = { subject: '', preHeader: '', html: '', text: '', design: 'raw_html', tracksClicks: false } as const;

/** The attribute in the HTML as a parser reads it, and the URL in the text. */
function shown(
  href: string,
  tracksClicks: boolean,
  written: Partial<WrittenContent> = {},
): [html: string, text: string] {
  const { urls, ...content } = compileContent({
    ...{ ...WRITTEN, html: `<a href="${href}">x</a>`, tracksClicks },
    ...written,
  });
  const tracked = (position: number): string => fillLiquidUrl(urls[position] ?? '', VALUES) ?? '#';
  const { html, text } = new Renderer(content).render(VALUES, { own, tracked, pixel: null, decoy: null });
  return [
    DomUtils.getElementsByTagName('a', parseDocument(html))[0]?.attribs['href'] ?? '',
    /\[(.*)\]/s.exec(text)?.[1] ?? '',
  ];
}

describe('tracking links', () => {
  it('replaces web links and leaves everything else unchanged', () => {
    const html = `<P>Hi &amp; bye<a  class="x" HREF='https://shop.example/?a=1&amp;b=2' >go</a><br/><img src="https://i.example/a.png"></P>`;
    const tracked = trackLinks(html);
    expect(tracked.urls).toEqual(['https://shop.example/?a=1&b=2']);
    expect(tracked.html).toBe(html.replace(`'https://shop.example/?a=1&amp;b=2'`, `"${linkPlace(0)}"`));
  });

  it.each([
    'mailto:a@example.com',
    'tel:+49',
    '#top',
    '/relative',
    '{{ unsubscribe_url }}',
    '{{- view_url }}',
    'javascript:alert(1)',
  ])('does not track %s', (href) => {
    const html = `<a href="${href}">x</a>`;
    expect(trackLinks(html)).toEqual({ html, urls: [] });
  });

  it('uses one placeholder per target and keeps its Liquid', () => {
    const url = 'https://shop.example/{{ contact.id }}';
    const { html, urls } = trackLinks(
      `<a href="${url}">1</a><a href="https://b.example">2</a><a href=${url.replace(/ /g, '')}>3</a><a href="${url}">4</a>`,
    );
    expect(urls).toEqual([url, 'https://b.example', url.replace(/ /g, '')]);
    expect(html.match(/carillon\.invalid\/0\//g)).toHaveLength(2);
  });

  it('handles quotes and brackets in Liquid', () => {
    const url =
      'https://shop.example/?n={{ contact.first_name | default: "you" }}&b={% if contact.id > 5 %}1{% endif %}';
    const { html, urls } = trackLinks(`<a class="{% if contact.id > 5 %}x{% endif %}" href="${url}">go</a>`);
    expect(urls).toEqual([url]);
    expect(html).toBe(`<a class="{% if contact.id > 5 %}x{% endif %}" href="${linkPlace(0)}">go</a>`);
  });

  it.each([
    [
      'a name of the email',
      '{% assign city = contact.city %}',
      'https://shop.example/{{ city }}',
      'https://shop.example/K%C3%B6ln%2FS%C3%BCd',
    ],
    [
      'a loop around',
      '{% for t in custom.interests limit: 1 %}',
      'https://shop.example/{{ t }}',
      'https://shop.example/R%26D',
      '{% endfor %}',
    ],
    [
      'an own link',
      '',
      'https://shop.example/?back={{ view_url }}',
      'https://shop.example/?back=https%3A%2F%2Fc.example%2Fv',
    ],
    ['a time', '', "https://shop.example/{{ 'now' | date: '' }}", 'https://shop.example/'],
    ['a host from a value', '', 'https://{{ custom.host }}/x', 'https://evil.example/x'],
    ['a part of the host from a value', '', 'https://shop{{ custom.host }}', 'https://shopevil.example'],
    [
      'a host from a value in a branch',
      '',
      'https://{% if contact.x %}a.example/{% else %}{{ custom.host }}{% endif %}/x',
      'https://evil.example/x',
    ],
    ['a host that a tag prints', '', 'https://{% echo custom.host %}/x', 'https://evil.example/x'],
  ])('does not track a link with %s, but encodes its values', (_what, before, href, target, after = '') => {
    const html = `${before}<a href="${href}">x</a>${after}`;
    expect(trackLinks(html).urls).toEqual([]);
    expect(shown(href, true, { html })).toEqual([target, target]);
  });

  describe('with values of data', () => {
    const data = {
      order: { url: 'https://shop.example/o/7', no: 'a b', evil: 'javascript:alert(1)', to: 'mailto:a@b.example' },
      trigger: { lines: [{ url: 'https://shop.example/1', tags: [{ url: 'https://shop.example/t' }] }, {}] },
    };
    /** Each tracked link has its position and its target. */
    const linksIn = (
      html: string,
      written: Partial<WrittenContent> = {},
    ): { urls: readonly string[]; hrefs: string[] } => {
      const { urls, ...content } = compileContent({ ...WRITTEN, html, tracksClicks: true, ...written });
      const tracked = (position: number, target = ''): string => `https://c.example/${position}?${target}`;
      const rendered = new Renderer(content).render({ ...VALUES, ...data }, { own, tracked, pixel: null, decoy: null });
      const anchors = DomUtils.getElementsByTagName('a', parseDocument(rendered.html));
      return { urls, hrefs: anchors.map(({ attribs }) => attribs['href'] ?? '') };
    };

    it.each([
      ['{{ order.url }}', ['https://c.example/0?https://shop.example/o/7']],
      [
        'https://shop.example/{{ order.no }}?c={{ contact.first_name }}',
        ['https://c.example/0?https://shop.example/a%20b?c=Tom%20%26%20O%27Zo%C3%AB'],
      ],
      [
        '{% if order.no %}{{ order.url }}{% else %}https://shop.example{% endif %}',
        ['https://c.example/0?https://shop.example/o/7'],
      ],
    ])('carries the target of %s', (href, hrefs) => {
      expect(linksIn(`<a href="${href}">x</a>`)).toEqual({ urls: [href], hrefs });
      expect(linksIn(`<a href="${href}">x</a>`, { tracksClicks: false }).urls).toEqual([]);
    });

    it('carries the targets of a loop at one position', () => {
      const html =
        '{% for a in trigger.lines %}<a href="{{ a.url }}">x</a>{% for b in a.tags %}<a href="{{ b.url }}">y</a>{% endfor %}{% endfor %}';
      expect(linksIn(html)).toEqual({
        urls: ['{{ a.url }}', '{{ b.url }}'],
        hrefs: ['https://c.example/0?https://shop.example/1', 'https://c.example/1?https://shop.example/t', '#'],
      });
    });

    it('carries the targets of a snippet', () => {
      const snippets = { line: { html: '<a href="{{ item.url }}">x</a>', mjml: null, text: null } };
      const html = '{% for a in trigger.lines limit: 1 %}{% render "line", item: a %}{% endfor %}';
      expect(linksIn(html, { snippets })).toEqual({
        urls: ['{{ item.url }}'],
        hrefs: ['https://c.example/0?https://shop.example/1'],
      });
      expect(linksIn('{% render "line", item: custom %}', { snippets })).toEqual({ urls: [], hrefs: ['#'] });
    });

    it.each([
      ['{{ order.evil }}', '#'],
      ['{{ order.none }}', '#'],
      ['{{ order.to }}', '#'],
    ])('leads %s nowhere', (href, target) => {
      expect(linksIn(`<a href="${href}">x</a>`).hrefs).toEqual([target]);
    });

    it.each([
      ['a host of the contact after it', '', 'https://{{ custom.host }}/{{ order.no }}', 'https://evil.example/a%20b'],
      ['a host of both', '', '{{ order.url }}{{ custom.host }}', 'https://shop.example/o/7evil.example'],
      ['a name that hides it', '{% assign order = custom %}', '{{ order.site }}', 'https://site.example/?a=1&b=2'],
      [
        'an own link',
        '',
        'https://shop.example/{{ order.no }}?b={{ view_url }}',
        'https://shop.example/a%20b?b=https%3A%2F%2Fc.example%2Fv',
      ],
      ['another scheme', '', 'mailto:{{ order.no }}', 'mailto:a%20b'],
    ])('does not track %s', (_what, before, href, target) => {
      expect(linksIn(`${before}<a href="${href}">x</a>`)).toEqual({ urls: [], hrefs: [target] });
    });

    it('shows the same link in the text part', () => {
      expect(shown('{{ custom.site }}{% if order %}{% endif %}', true)[0]).toBe('https://site.example/?a=1&b=2');
      const { urls, ...content } = compileContent({
        ...WRITTEN,
        html: '<a href="{{ order.url }}">x</a>',
        tracksClicks: true,
      });
      const tracked = (position: number, target = ''): string => `https://c.example/${position}?${target}`;
      const { text } = new Renderer(content).render({ ...VALUES, ...data }, { own, tracked, pixel: null, decoy: null });
      expect({ urls, text }).toEqual({
        urls: ['{{ order.url }}'],
        text: 'x [https://c.example/0?https://shop.example/o/7]',
      });
    });
  });

  it('leaves a link as it is whose Liquid is not complete', () => {
    const html = '<a href="https://shop.example/{% if contact.city %}a">x</a>{% endif %}';
    expect(trackLinks(html)).toEqual({ html, urls: [] });
  });

  it.each([
    ['https://{{ custom.none }}/x', '#'],
    ['https:///x', 'https:///x'],
    ['https://{% if contact.x %}a.example{% endif %}/x', '#'],
    ['{{ custom.none }}', '#'],
    ['{{ custom.evil }}', '#'],
    ['{{ custom.host }}', '#'],
    ['{{ custom.site }}', 'https://site.example/?a=1&b=2'],
    ['{% if contact.x %}{{ view_url }}{% else %}{{ custom.site }}{% endif %}', 'https://site.example/?a=1&b=2'],
    ['{{ unsubscribe_url }}', 'https://c.example/u'],
    [
      'mailto:{{ contact.email }}?subject={{ contact.first_name }}',
      'mailto:a+b@example.com?subject=Tom%20%26%20O%27Zo%C3%AB',
    ],
    ['#{{ custom.host }}', '#evil.example'],
  ])('%s leads to %s, tracked or not', (href, target) => {
    expect(shown(href, false)).toEqual([target, target]);
    expect(shown(href, true)).toEqual([target, target]);
  });

  it.each([
    ['a=1&#038;b=2', 'a=1&b=2'],
    ['a=1&#x26;b=2', 'a=1&b=2'],
    ['a=1&AMP;b=2&copy=3', 'a=1&b=2&copy=3'],
    ['it&#39;s', "it's"],
    ['&quot;', '%22'],
    ['caf&eacute;', 'café'],
    ['very\n\t /long  ', 'very%20/long'],
    ['e={{ contact.email }}', 'e=a%2Bb%40example.com'],
    ['e={{ contact.email | url_encode }}', 'e=a%2Bb%40example.com'],
    ['n={{ contact.first_name | raw }}', 'n=Tom%20%26%20O%27Zo%C3%AB'],
    ["d={{ contact.email | split: '@' | last }}", 'd=example.com'],
    ["c={% if contact.city == 'Köln/Süd' %}koeln{% else %}other{% endif %}", 'c=koeln'],
    ["d={{ contact.created_at | date: '%Y-%m-%d' }}", 'd=2026-11-27'],
    ['z={% for i in custom.interests %}{{ i }}-{% endfor %}', 'z=R%26D-%3Ctea%3E-'],
    ["q={{ contact.city | replace: '/', '+' }}", 'q=K%C3%B6ln%2BS%C3%BCd'],
    ['{% capture c %}{{ contact.city }}{% endcapture %}{{ c }}', 'K%C3%B6ln%2FS%C3%BCd'],
    ['{% liquid\n  assign c = contact.city\n  echo c\n%}', 'K%C3%B6ln%2FS%C3%BCd'],
  ])('reads %j as HTML does, and encodes its values: %s', (written, target) => {
    const url = `https://shop.example/?${target}`;
    for (const tracksClicks of [true, false])
      expect(shown(`https://shop.example/?${written}`, tracksClicks)).toEqual([url, url]);
  });

  it.each([
    ['<!--[if mso]><v:roundrect href="https://b.example/?a&amp;b"><v:fill/></v:roundrect><![endif]-->', 1],
    ['<!--[if (gte mso 9)|(IE)]><a href="https://b.example/?a&amp;b">x</a><![endif]-->', 1],
    ['<!--[if !mso]><!--><a href="https://b.example/?a&amp;b">x</a><!--<![endif]-->', 1],
    ['<!-- <v:rect href="https://b.example/?a&amp;b"> -->', 0],
  ])('treats links of Outlook as others: %s', (html, count) => {
    const link = '<a href="https://b.example/?a&#38;b">x</a>';
    const place = `"${linkPlace(0)}"`;
    const expected = count === 0 ? html : html.replace('"https://b.example/?a&amp;b"', place);
    expect(trackLinks(html + link)).toEqual({
      html: `${expected}<a href=${place}>x</a>`,
      urls: ['https://b.example/?a&b'],
    });
    expect(compileContent({ ...WRITTEN, html, utm: { utm_source: 'n' } }).html).toContain(
      count === 0 ? 'a&amp;b"' : 'a&amp;b&amp;utm_source=n"',
    );
  });

  it('finds the attribute itself, not what looks like it', () => {
    const html = `<a title="x href=https://a.example > y" href=https://b.example/ href="https://c.example">x</a>`;
    expect(trackLinks(html)).toEqual({
      html: html.replace('https://b.example/', `"${linkPlace(0)}"`),
      urls: ['https://b.example/'],
    });
  });

  it('searches only once for the end of unclosed Liquid', async () => {
    const html = `{% raw %}${'{{'.repeat(200_000)}{% endraw %}`;
    const ms = await processorMs(() => {
      expect(trackLinks(html)).toEqual({ html, urls: [] });
    });
    expect(ms).toBeLessThan(150);
  });

  it('ignores comments and scripts', () => {
    const html = '<!-- <a href="https://a.example">x</a> --><script>"<a href=\'https://b.example\'>"</script>';
    expect(trackLinks(html).urls).toEqual([]);
  });

  it('fills every placeholder with the URL of its position', () => {
    const { html } = trackLinks('<a href="https://a.example">1</a> <a href="https://b.example">2</a>');
    expect(fillLinks(html, (position) => `url${position}`)).toBe('<a href="url0">1</a> <a href="url1">2</a>');
  });
});
