import { short } from '../../../platform/charts/chart.js';
import { type Html, html } from '../../../platform/html/html.js';
import type { SequenceResponse } from '../../funnels/dto/sequence.shapes.js';

const [WIDTH, HEIGHT, LABEL_HEIGHT] = [240, 78, 26];
const [ACROSS, DOWN, MARGIN] = [28, 34, 12];

interface Point {
  readonly x: number;
  readonly y: number;
}

type Box = readonly [title: string, kind: string, people: string];

/**
 * Draws the steps from top to bottom, the branches of a step side by side, and the first branch below the step, so that a narrow screen
 * shows the trunk first.
 * @param start the box of the trigger.
 * @param boxOf returns the box of a step.
 * @param description for screen readers.
 */
export function funnelGraph(
  steps: readonly SequenceResponse[],
  start: Box,
  boxOf: (step: SequenceResponse) => Box,
  description: string,
): Html {
  const parts: Html[] = [];
  /** Returns where the lines to the following step start. */
  const draw = (inside: readonly SequenceResponse[], { x, y }: Point, from: readonly Point[]) => {
    let [ends, top] = [from, y];
    for (const step of inside) {
      parts.push(...ends.map((end) => line(end, { x, y: top })), box({ x, y: top }, boxOf(step), step.type));
      const fork = { x, y: top + HEIGHT };
      const branches = Object.entries(step.children ?? {});
      let [left, bottom] = [x, fork.y];
      ends = branches.length > 0 || step.type === 'exit' ? [] : [fork];
      for (const [name, children] of branches) {
        const [head, foot] = [fork.y + DOWN, fork.y + DOWN + LABEL_HEIGHT].map((each) => ({ x: left, y: each })) as [
          Point,
          Point,
        ];
        parts.push(line(fork, head), label(head, name));
        const drawn = draw(children, { x: left, y: foot.y + DOWN / 2 }, [foot]);
        ends = [...ends, ...drawn.ends];
        bottom = Math.max(bottom, foot.y, drawn.bottom);
        left += widthOf(children) + ACROSS;
      }
      top = bottom + DOWN;
    }
    return { ends, bottom: top - DOWN };
  };
  const x = MARGIN + WIDTH / 2;
  const { ends, bottom } = draw(steps, { x, y: MARGIN + HEIGHT + DOWN }, [{ x, y: MARGIN + HEIGHT }]);
  const end = { x, y: bottom + DOWN };
  const [width, height] = [widthOf(steps) + 2 * MARGIN, end.y + LABEL_HEIGHT + MARGIN];
  return html`<svg class="graph" role="img" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">
    <title>Steps of the funnel</title>
    <desc>${description}</desc>
    ${box({ x, y: MARGIN }, start, 'trigger')} ${parts} ${ends.map((from) => line(from, end))} ${label(end, 'End')}
  </svg>`;
}

function widthOf(steps: readonly SequenceResponse[]): number {
  const widths = steps.map(({ children = {} }) =>
    Object.values(children).reduce((sum, branch) => sum + widthOf(branch) + ACROSS, -ACROSS),
  );
  return Math.max(WIDTH, ...widths);
}

/** A nested SVG cuts off what is wider than the box, such as texts in wide letters. */
const box = ({ x, y }: Point, [title, kind, people]: Box, type: string): Html =>
  html`<svg x="${x - WIDTH / 2}" y="${y}" width="${WIDTH}" height="${HEIGHT}">
    <title>${title}</title>
    <rect class="box ${type}" x="1" y="1" width="${WIDTH - 2}" height="${HEIGHT - 2}" rx="10" />
    <text class="ink" x="14" y="25">${short(title, 22)}</text>
    <text class="quiet" x="14" y="44">${kind}</text>
    <text class="people" x="14" y="64">${people}</text>
  </svg>`;

const label = ({ x, y }: Point, text: string): Html =>
  html`<svg x="${x - 60}" y="${y}" width="120" height="${LABEL_HEIGHT}">
    <rect class="label" width="120" height="${LABEL_HEIGHT}" rx="13" />
    <text class="quiet" x="60" y="18" text-anchor="middle">${short(text, 12)}</text>
  </svg>`;

/** Down, across half-way, and down. */
const line = (from: Point, to: Point): Html =>
  html`<path class="line" d="M${from.x} ${from.y}V${(Math.max(from.y, to.y - DOWN) + to.y) / 2}H${to.x}V${to.y}" />`;
