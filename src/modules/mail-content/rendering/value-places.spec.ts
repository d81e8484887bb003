import { processorMs } from '../../../../test/support/processor-time.js';
import { newRenderBudget } from './liquid.js';
import { PartTemplate } from './part-template.js';
import { isHarmlessUrl, readHtml } from './value-places.js';

function rendered(source: string, values: object): string {
  const part = new PartTemplate(source, 'html');
  return part.join(part.fill(values, { tracked: String, pixel: null, decoy: null }, newRenderBudget()));
}

const PROGRAM = 'javascript:alert(1)';

describe('values in places where they could do harm', () => {
  it.each([
    'https://a.example',
    'HTTP://a.example/b:c',
    'mailto:a@b.example',
    'tel:+49',
    '/page',
    'page?x=a:b',
    '#top',
    '',
    '//a.example/x',
  ])('allows a link to %j', (url) => {
    expect(isHarmlessUrl(url)).toBe(true);
  });

  it.each([
    PROGRAM,
    ' JaVaScRiPt:x',
    'java\tscript:x',
    '\u0001javascript:x',
    'vbscript:x',
    'data:text/html,x',
    'file:///x',
  ])('allows no link to %j', (url) => {
    expect(isHarmlessUrl(url)).toBe(false);
  });

  it.each([
    ['<a href="{{ u }}">x</a>', '<a href="#">x</a>'],
    ['<a href="{{ u }}">x</a><a href="{{ u }}">y</a>', '<a href="#">x</a><a href="#">y</a>'],
    ["<a href = '{{ u }}'>x</a>", "<a href = '#'>x</a>"],
    ['<a href={{ u }}>x</a>', '<a href=#>x</a>'],
    ['<a title="x > y" href="{{ u }}">x</a>', '<a title="x > y" href="#">x</a>'],
    ['<a title=\'<b>\' href="{{ u }}">x</a>', '<a title=\'<b>\' href="#">x</a>'],
    ['<a class="{{ n }}" href="{{ u }}">x</a>', '<a class="" href="#">x</a>'],
    ['<a href="{{ n }}{{ u }}">x</a>', '<a href="#">x</a>'],
    ['<a href="{{ j }}{{ s }}">x</a>', '<a href="javascript#">x</a>'],
    ['<a href="{{ j }}://x">x</a>', '<a href="#://x">x</a>'],
    ['<a href="{% if u %}{{ u }}{% endif %}">x</a>', '<a href="#">x</a>'],
    ['{% if u %}<a href="{{ u }}">x</a>{% endif %}', '<a href="#">x</a>'],
    ['{% if u %}<img src="data:image/png;base64,x">{% endif %}', '<img src="data:image/png;base64,x">'],
    ['{% if u %}<a href="data:text/html,x">y</a>{% endif %}', '<a href="#">y</a>'],
    ['<a href="https://x.example/?u={{ u }}">x</a>', `<a href="https://x.example/?u=${PROGRAM}">x</a>`],
    ['<a title="{{ u }}">{{ u }}</a>', `<a title="${PROGRAM}">${PROGRAM}</a>`],
    ['<p>href={{ u }}</p>', `<p>href=${PROGRAM}</p>`],
  ])('turns %j into %j', (source, html) => {
    expect(rendered(source, { u: PROGRAM, n: '', j: 'javascript', s: ':alert(1)' })).toBe(html);
  });

  it('keeps a value in an unquoted attribute a single value', () => {
    expect(rendered('<p class={{ v }}>a = {{ v }}</p>', { v: 'x onclick=y' })).toBe(
      '<p class=x&#32;onclick&#61;y>a = x onclick=y</p>',
    );
    expect(rendered('<p title="a > b" class=a{{ v }}>x</p>', { v: 'x onclick=y' })).toBe(
      '<p title="a > b" class=ax&#32;onclick&#61;y>x</p>',
    );
  });

  it('does not close an attribute because of text that looks like one', () => {
    expect(rendered('{% if v %}<p title="{{ v }}">{{ v }}</p>{% endif %}', { v: ` src=${PROGRAM}` })).toBe(
      '<p title=" src=#"> src=#</p>',
    );
  });

  it('T22 are found in linear time', async () => {
    const spaces = ' '.repeat(200_000);
    const ms = await processorMs(() => {
      expect(readHtml([`<a href=${spaces}x`, null, '"']).places.get(1)).toBeUndefined();
      expect(readHtml([`<a href${spaces}=${spaces}"${spaces}`, null, '">']).places.get(1)).toMatchObject({
        beginsUrl: true,
      });
    });
    expect(ms).toBeLessThan(50);
  });
});
