import { processorMs } from '../../../../test/support/processor-time.js';
import { fillLinks, linkPlace, trackLinks } from './links.js';

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
    '{% assign city = contact.city %}<a href="https://shop.example/{{ city }}">x</a>',
    '{% for tag in custom.interests %}<a href="https://shop.example/{{ tag }}">x</a>{% endfor %}',
    '<a href="https://shop.example/?back={{ view_url }}">x</a>',
    '<a href="https://shop.example/{% if contact.city %}a">x</a>{% endif %}',
  ])('does not track a link that cannot be filled at the click: %s', (html) => {
    expect(trackLinks(html)).toEqual({ html, urls: [] });
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
