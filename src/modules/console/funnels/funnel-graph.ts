import { type Html, html } from '../../../platform/html/html.js';
import type { SequenceResponse } from '../../funnels/dto/sequence.response.js';

const BOX = { width: 240, height: 78 } as const;
const GAP = { across: 28, down: 34 } as const;
const LABEL_HEIGHT = 26;
const MARGIN = 12;
/** Longer texts are cut, because SVG does not wrap; the table below the graph has them in full. */
const LONGEST = { title: 22, label: 12 } as const;

interface Point {
  readonly x: number;
  readonly y: number;
}

interface Drawing {
  readonly parts: readonly Html[];
  /** Where the lines to the following step start. */
  readonly ends: readonly Point[];
  readonly bottom: number;
}

/** What a box shows. */
export interface GraphBox {
  readonly title: string;
  readonly kind: string;
  readonly people: string;
}

/**
 * Draws the steps from top to bottom, the branches of a step side by side, and the first branch below the step, so that a
 * narrow screen shows the trunk first.
 * @param start the box of the trigger.
 * @param boxOf returns what the box of a step shows.
 * @param description for screen readers.
 */
export function funnelGraph(
  steps: readonly SequenceResponse[],
  start: GraphBox,
  boxOf: (step: SequenceResponse) => GraphBox,
  description: string,
): Html {
  const x = MARGIN + BOX.width / 2;
  const foot = { x, y: MARGIN + BOX.height };
  const { parts, ends, bottom } = drawSteps(steps, { x, y: foot.y + GAP.down }, boxOf, [foot]);
  const end = { x, y: bottom + GAP.down };
  const width = widthOf(steps) + 2 * MARGIN;
  const height = end.y + LABEL_HEIGHT + MARGIN;
  return html`<svg class="graph" role="img" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">
    <title>Steps of the funnel</title>
    <desc>${description}</desc>
    ${box({ x, y: MARGIN }, start, 'trigger')} ${parts} ${ends.map((from) => line(from, end))} ${label(end, 'End')}
  </svg>`;
}

function drawSteps(
  steps: readonly SequenceResponse[],
  top: Point,
  boxOf: (step: SequenceResponse) => GraphBox,
  from: readonly Point[],
): Drawing {
  const parts: Html[] = [];
  let ends = from;
  let y = top.y;
  for (const step of steps) {
    const at = { x: top.x, y };
    parts.push(...ends.map((end) => line(end, at)), box(at, boxOf(step), step.type));
    const fork = { x: top.x, y: y + BOX.height };
    const branches = drawBranches(step, fork, boxOf);
    parts.push(...branches.parts);
    ends = step.type === 'exit' ? [] : branches.ends;
    y = branches.bottom + GAP.down;
  }
  return { parts, ends, bottom: Math.max(top.y, y - GAP.down) };
}

function drawBranches(step: SequenceResponse, fork: Point, boxOf: (step: SequenceResponse) => GraphBox): Drawing {
  const branches = Object.entries(step.children ?? {});
  if (branches.length === 0) return { parts: [], ends: [fork], bottom: fork.y };
  let { x } = fork;
  const drawn = branches.map(([name, steps]): Drawing => {
    const head = { x, y: fork.y + GAP.down };
    x += widthOf(steps) + GAP.across;
    const foot = { ...head, y: head.y + LABEL_HEIGHT };
    const inner = drawSteps(steps, { ...foot, y: foot.y + GAP.down / 2 }, boxOf, [foot]);
    return {
      parts: [line(fork, head), label(head, name), ...inner.parts],
      ends: inner.ends,
      bottom: steps.length === 0 ? foot.y : inner.bottom,
    };
  });
  return {
    parts: drawn.flatMap(({ parts }) => parts),
    ends: drawn.flatMap(({ ends }) => ends),
    bottom: Math.max(...drawn.map(({ bottom }) => bottom)),
  };
}

function widthOf(steps: readonly SequenceResponse[]): number {
  const widths = steps.map(({ children = {} }) => {
    const branches = Object.values(children);
    return branches.reduce((sum, branch) => sum + widthOf(branch), GAP.across * (branches.length - 1));
  });
  return Math.max(BOX.width, ...widths);
}

/** A nested SVG cuts off what is wider than the box, such as texts in wide letters. */
const box = ({ x, y }: Point, { title, kind, people }: GraphBox, type: string): Html =>
  html`<svg x="${x - BOX.width / 2}" y="${y}" width="${BOX.width}" height="${BOX.height}">
    <title>${title}</title>
    <rect class="box ${type}" x="1" y="1" width="${BOX.width - 2}" height="${BOX.height - 2}" rx="10" />
    <text class="ink" x="14" y="25">${short(title, LONGEST.title)}</text>
    <text class="muted" x="14" y="44">${kind}</text>
    <text class="people" x="14" y="64">${people}</text>
  </svg>`;

const label = ({ x, y }: Point, text: string): Html =>
  html`<rect class="label" x="${x - 60}" y="${y}" width="120" height="${LABEL_HEIGHT}" rx="13" />
    <svg x="${x - 60}" y="${y}" width="120" height="${LABEL_HEIGHT}">
      <text class="muted" x="60" y="18" text-anchor="middle">${short(text, LONGEST.label)}</text>
    </svg>`;

/** Down, across half-way, and down. */
const line = (from: Point, to: Point): Html =>
  html`<path
    class="line"
    d="M${from.x} ${from.y}V${(Math.max(from.y, to.y - GAP.down) + to.y) / 2}H${to.x}V${to.y}"
  />`;

function short(text: string, longest: number): string {
  const letters = Array.from(text);
  return letters.length <= longest ? text : `${letters.slice(0, longest - 1).join('')}…`;
}
