import { Context, Liquid, LiquidError, type Template, TypeGuards } from 'liquidjs';

/** Of processor time, for all templates of a mail together. */
const RENDER_LIMIT_MS = 500;

/** The parser takes a time quadratic in the pieces from about 8,000 on, and each content is parsed several times. */
const MOST_PIECES = 5_000;
const PIECES = /\{\{|\{%/g;
/** Each line of a `liquid` tag is a tag. */
const LIQUID_TAG = /\{%-?\s*liquid\b/;
const PIECES_AND_LINES = /\{\{|\{%|\n/g;

/** Where a text is to stand, which says how the values in it are written so that they are values there and nothing else. */
const ESCAPES = {
  plain: null,
  html: 'escape',
  /** A part of a URL. */
  url: (value: unknown) => encodeURIComponent(wellFormed(textOf(value))),
  /** The inside of a string of a JSON document. */
  json: (value: unknown) => JSON.stringify(textOf(value)).slice(1, -1),
} as const;

export type TemplateKind = keyof typeof ESCAPES;

/** Filters after which a value is ready for its place as it is. */
const READY: Readonly<Partial<Record<TemplateKind, readonly string[]>>> = {
  url: ['url_encode', 'cgi_escape'],
  json: ['json', 'jsonify'],
};

/**
 * Liquid as text written by users may use it: their own data and nothing else. No files, includes or layouts; only own
 * properties; bounds on what a template may cost. Output is escaped for its place and never parsed again.
 */
function engine(kind: TemplateKind): Liquid {
  const outputEscape = ESCAPES[kind];
  const liquid = new Liquid({
    ownPropertyOnly: true,
    strictFilters: true,
    strictVariables: false,
    dynamicPartials: false,
    relativeReference: false,
    templates: {},
    parseLimit: 2_000_000,
    renderLimit: RENDER_LIMIT_MS,
    memoryLimit: 20_000_000,
    ...(outputEscape === null ? {} : { outputEscape }),
  });
  for (const name of ['include', 'render', 'layout', 'block'])
    liquid.registerTag(name, {
      parse() {
        throw new Error(`the tag '${name}' is not available`);
      },
      render: () => '',
    });
  for (const name of READY[kind] ?? []) {
    const filter = liquid.filters[name];
    if (typeof filter === 'function') liquid.registerFilter(name, { raw: true, handler: filter });
  }
  return liquid;
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map(textOf).join('');
  return value === null || value === undefined ? '' : JSON.stringify(value);
}

/** Liquid can cut a character in two, and half a one cannot be encoded. */
const wellFormed = (text: string): string => text.replace(/\p{Cs}/gu, '\ufffd');

const ENGINES: Readonly<Record<TemplateKind, Liquid>> = {
  plain: engine('plain'),
  html: engine('html'),
  url: engine('url'),
  json: engine('json'),
};

/** What went wrong in a template and where; line and column count from 1. */
export class TemplateError extends Error {
  constructor(
    readonly reason: string,
    readonly line: number,
    readonly column: number,
  ) {
    super(`${reason} (line ${line}, column ${column})`);
    this.name = 'TemplateError';
  }
}

/** A fault at a place of the source, from 0. */
export function faultAt(source: string, at: number, reason: string): TemplateError {
  const before = source.slice(0, at).split('\n');
  return new TemplateError(reason, before.length, (before.at(-1)?.length ?? 0) + 1);
}

/** Parsing takes time for each match, so too many are refused before it. @throws TemplateError at the first one too many. */
export function refuseMoreThan(most: number, pattern: RegExp, source: string, reason: string): void {
  let found = 0;
  for (const { index } of source.matchAll(pattern)) {
    found += 1;
    if (found > most) throw faultAt(source, index, reason);
  }
}

/** What one mail may still cost. Handed from template to template, it makes the limits hold for all of them together. */
export type RenderBudget = Pick<Context, 'renderLimit' | 'memoryLimit'>;

export function newRenderBudget(): RenderBudget {
  const { renderLimit, memoryLimit } = new Context({}, ENGINES.plain.options);
  const check = renderLimit.check.bind(renderLimit);
  const started = performance.now();
  const used = process.cpuUsage();
  // The library looks at the clock, which also runs while others have the processor or the process stands still. A mail
  // must not fail for that, so when the clock says stop, the processor time decides.
  renderLimit.check = (now) => {
    if (now - started <= RENDER_LIMIT_MS) return;
    const { user, system } = process.cpuUsage(used);
    check(started + (user + system) / 1_000);
  };
  return { renderLimit, memoryLimit };
}

/** A piece of a template: text that reads the same for everybody, or a place that is rendered. */
export type Stretch = { readonly kind: 'text'; readonly text: string } | { readonly kind: 'output' | 'tag' };

export interface RenderedPlaces {
  readonly texts: readonly string[];
  /** `{% break %}` outside of a loop: nothing follows the last of them, fixed text neither. */
  readonly breaksOff: boolean;
}

/** A parsed template. Parsing is the expensive part: do it once per content, never per recipient. */
export class LiquidTemplate {
  readonly stretches: readonly Stretch[];
  private readonly templates: Template[];
  private readonly liquid: Liquid;

  /** @throws TemplateError */
  constructor(source: string, kind: TemplateKind) {
    this.liquid = ENGINES[kind];
    const pieces = LIQUID_TAG.test(source) ? PIECES_AND_LINES : PIECES;
    refuseMoreThan(MOST_PIECES, pieces, source, `must hold at most ${MOST_PIECES} pieces of Liquid`);
    try {
      this.templates = this.liquid.parse(source);
    } catch (error) {
      throw toTemplateError(error, source);
    }
    this.stretches = this.templates.map(({ token }) => {
      if (TypeGuards.isHTMLToken(token)) return { kind: 'text', text: token.getContent() };
      return { kind: TypeGuards.isOutputToken(token) ? 'output' : 'tag' };
    });
  }

  /** The names that it expects from outside, without their members. */
  variables(): string[] {
    return this.liquid.globalVariablesSync(this.templates);
  }

  /** The same with their members, as far as they are written out: `contact.first_name`. */
  paths(): string[] {
    return this.liquid.globalFullVariablesSync(this.templates);
  }

  /** @throws TemplateError when the template costs more than it may. */
  render(values: object, budget = newRenderBudget()): string {
    try {
      return this.liquid.renderSync(this.templates, this.context(values, budget)) as string;
    } catch (error) {
      throw toTemplateError(error, '');
    }
  }

  /**
   * Only the places, one after the other, as they would read in the whole.
   * @throws TemplateError when the template costs more than it may.
   */
  renderPlaces(values: object, budget = newRenderBudget()): RenderedPlaces {
    const context = this.context(values, budget);
    const texts: string[] = [];
    let breaksOff = false;
    try {
      for (const [index, template] of this.templates.entries()) {
        if (this.stretches[index]?.kind === 'text') continue;
        texts.push(this.liquid.renderSync([template], context) as string);
        breaksOff = context.breakCalled || context.continueCalled;
        if (breaksOff) break;
      }
    } catch (error) {
      throw toTemplateError(error, '');
    }
    return { texts, breaksOff };
  }

  /** Values of its own: `increment` writes into them. */
  private context(values: object, { renderLimit, memoryLimit }: RenderBudget): Context {
    return new Context(
      { ...values },
      this.liquid.options,
      { sync: true },
      { renderLimit, memoryLimit, liquid: this.liquid },
    );
  }
}

function toTemplateError(error: unknown, source: string): TemplateError {
  if (!LiquidError.is(error)) return new TemplateError(error instanceof Error ? error.message : String(error), 1, 1);
  const [line, column] = positionOf(error.message);
  // The library appends place, file and source to its message; what remains is the sentence about the fault.
  const reason = (error.originalError?.message ?? error.message).split(/, line:\d+/)[0] ?? 'the template is not valid';
  return new TemplateError(reason, line ?? 1, column ?? Math.min(source.length, 1));
}

function positionOf(message: string): number[] {
  const match = /line:(\d+), col:(\d+)/.exec(message);
  return match ? [Number(match[1]), Number(match[2])] : [1, 1];
}
