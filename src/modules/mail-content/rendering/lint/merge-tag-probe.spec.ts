import { MergeTagProbe } from './merge-tag-probe.js';

const holes = (source: string, ...tries: object[]): [tag: string, line: number, count: number][] => {
  const probe = new MergeTagProbe(source, 'html');
  for (const values of tries) probe.try(values);
  return probe.holes().map(({ written, line, count }) => [written, line, count]);
};

describe('finding merge tags without output', () => {
  it('counts each tag separately, with its line', () => {
    expect(holes('{{ a }}\n{{ b }}\n{{ a }}', { a: 'x' }, { b: 'y' }, {})).toEqual([
      ['{{ a }}', 1, 2],
      ['{{ b }}', 2, 2],
      ['{{ a }}', 3, 2],
    ]);
  });

  it.each([
    '{{ a | default: "x" }}',
    '{% if a %}{{ a }}{% endif %}',
    '{% for b in a %}{{ b }}{% endfor %}',
    '{% assign b = "x" %}{{ b }}',
    '{% capture b %}x{% endcapture %}{{ b }}',
    '{% raw %}{{ a }}{% endraw %}',
    '{% comment %}{{ a }}{% endcomment %}',
  ])('does not report %s', (source) => {
    expect(holes(source, {})).toEqual([]);
  });

  it('checks captured output, loops, and whitespace', () => {
    expect(holes('{% capture b %}{{ a }}{% endcapture %}{{ b }}', {})).toEqual([
      ['{{ a }}', 1, 1],
      ['{{ b }}', 1, 1],
    ]);
    expect(holes('{% for b in c %}{{ b }}{% endfor %}', { c: ['x', ' ', ''] })).toEqual([['{{ b }}', 1, 1]]);
    expect(holes('<a href="{{ a }}">{{- a -}}</a>', {})).toHaveLength(2);
  });
});
