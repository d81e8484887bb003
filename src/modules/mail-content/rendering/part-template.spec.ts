import fc from 'fast-check';
import { processorMs } from '../../../../test/support/processor-time.js';
import { fillLinks, linkPlace } from './links.js';
import { LiquidTemplate, newRenderBudget, TemplateError } from './liquid.js';
import { PartTemplate } from './part-template.js';

const links = { tracked: (position: number) => `[link ${position}]`, pixel: null, decoy: null };

/** The template rendered in one piece, as Liquid itself does. */
const whole = (source: string, values: object): string =>
  fillLinks(new LiquidTemplate(source, 'html').render(values), links.tracked);

function inPieces(source: string, values: object): string {
  const part = new PartTemplate(source, 'html');
  return part.join(part.fill(values, links, newRenderBudget()));
}

const piece = fc.constantFrom(
  ...[
    '<p>',
    ' a ',
    '\n',
    linkPlace(3),
    '{{ a }}',
    '{{- a -}}',
    '{{ b | raw }}',
    '{% assign x = a %}',
    '{{ x }}',
    '{{ n }}',
  ],
  ...[
    '{% increment n %}',
    '{% decrement n %}',
    '{% cycle "1", "2" %}',
    '{% capture y %}<i>{{ a }}{% endcapture %}',
    '{{ y | raw }}',
  ],
  ...['{% for i in list limit: 2 %}{{ i }}{% endfor %}', '{% for i in list offset: continue %}{{ i }}{% endfor %}'],
  ...[
    '{% if a == "1" %}one{% break %}{% endif %}',
    '{%- comment -%} x {%- endcomment -%}',
    '{% liquid\necho a\n%}',
    '{% continue %}',
  ],
  ...[
    '{% unless a %}-{% endunless %}',
    '{% case b %}{% when "2" %}two{% else %}other{% endcase %}',
    '{% raw %}{{ a }}{% endraw %}',
  ],
);

describe('a part in pieces', () => {
  it('renders the same as in one piece', () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 20 }), fc.constantFrom('0', '1', '<b>', null), (pieces, a) => {
        const values = { a, b: '2', list: ['x', 'y', 'z'] };
        expect(inPieces(pieces.join(''), values)).toBe(whole(pieces.join(''), values));
      }),
      { numRuns: process.env['TEST_DEPTH'] === 'full' ? 3_000 : 600 },
    );
  });

  it('does not change the given values', () => {
    const values = { n: 5 };
    inPieces('{% increment n %}{% assign n = 7 %}', values);
    expect(values).toEqual({ n: 5 });
  });

  it('applies the limits to the whole part, not to each piece', async () => {
    const loop = '{% for a in (1..2000) %}{% for b in (1..2000) %}{% if b > 5 %}{% endif %}{% endfor %}{% endfor %}';
    const ms = await processorMs(() => {
      expect(() => inPieces(`${loop}{{ a }}`.repeat(20), {})).toThrow(TemplateError);
    });
    expect(ms).toBeLessThan(3_000);
    const eater = '{% assign x = "0123456789" %}' + '{% assign x = x | append: x %}'.repeat(19);
    expect(() => inPieces(eater.repeat(40), {})).toThrow(/memory/);
  });

  it('returns neither carriage returns nor half surrogate pairs', () => {
    expect(inPieces('a\r\nb\rc{{ x }}', { x: 'd\r\ne\rf' })).toBe('a\nb\ncd\ne\nf');
    expect(inPieces('{{ x | split: "" | first }}{{ x | split: "" | last }}', { x: '😀' })).toBe('\ufffd\ufffd');
  });
});
