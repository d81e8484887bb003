import { processorMs } from '../../../../test/support/processor-time.js';
import { newRenderBudget } from './liquid.js';
import { PartTemplate } from './part-template.js';
import { HtmlPlaces, isHarmlessUrl } from './value-places.js';

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
  });

  it('does not close an attribute because of text that looks like one', () => {
    expect(rendered('{% if v %}<p title="{{ v }}">{{ v }}</p>{% endif %}', { v: ` src=${PROGRAM}` })).toBe(
      '<p title=" src=#"> src=#</p>',
    );
  });

  it('T22 are found in linear time', async () => {
    const places = new HtmlPlaces();
    const ms = await processorMs(() => {
      places.passText(`<a href=${' '.repeat(200_000)}x`);
      expect(places.passValue('"')).toMatchObject({ beginsUrl: false });
      places.passText(`<a href${' '.repeat(200_000)}=${' '.repeat(200_000)}"${' '.repeat(200_000)}`);
      expect(places.passValue('"')).toMatchObject({ beginsUrl: true });
    });
    expect(ms).toBeLessThan(50);
  });
});
