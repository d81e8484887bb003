import { Context, type Emitter, Hash, Liquid, LiquidError, type TagToken, type Template, TypeGuards } from 'liquidjs';
import { LANGUAGES } from '../../../languages/languages.js';
import { isCurrency } from '../../../platform/money/money.js';
import { escapeHtml } from '../../../platform/html/html.js';
import { DATE_FILTERS } from './date-filters.js';
import { linkTarget, markPrinted, urlEncoded } from './link-target.js';
import { NOWHERE } from './value-places.js';
import { WrittenNumber } from '../written-number.js';
import { BODY_LENGTH } from './frame.js';

/** CPU time for all templates of an email together. */
const RENDER_LIMIT_MS = 500;
const CPU_SAMPLE_MS = 20;

/** From about 8,000 pieces the parser takes quadratic time, and each content is parsed several times. */
const MAX_PIECES = 5_000;
const PIECES = /\{\{|\{%/g;
/** Each line of a `liquid` tag is a tag. */
const LIQUID_TAG = /\{%-?\s*liquid\b/;
const PIECES_AND_LINES = /\{\{|\{%|\n/g;

/** The output formats, each with the escaping that keeps a value from being more than text. */
const ESCAPES = {
  plain: null,
  html: 'escape',
  url: (value: unknown) => urlEncoded(textOf(value)),
  /** A link; `linkTarget` makes the result a URL. */
  link: (value: unknown) => markPrinted(textOf(value)),
  json: (value: unknown) => JSON.stringify(textOf(value)).slice(1, -1),
} as const;

export type TemplateKind = keyof typeof ESCAPES;

/** Filters whose output is already escaped for the format. */
const READY: Readonly<Partial<Record<TemplateKind, readonly string[]>>> = {
  url: ['url_encode', 'cgi_escape'],
  link: ['url_encode', 'cgi_escape'],
  json: ['json', 'jsonify'],
};

/**
 * Returns a Liquid engine for templates of users: no files, includes, or layouts; only own properties; limited CPU and
 * memory. Output is escaped for its format and never parsed again.
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
    parseLimit: BODY_LENGTH,
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
  for (const [name, filter] of Object.entries({ ...DATE_FILTERS, money })) liquid.registerFilter(name, filter);
  // No output of a link may skip the encoding.
  if (kind === 'link') liquid.registerFilter('raw', (value: unknown) => value);
  liquid.registerTag(SNIPPET_TAG, {
    parse(token, rest) {
      const inner: Template[] = [];
      this['inner'] = inner;
      const unclosed = (): never => {
        throw new Error(`tag ${token.name} is not closed`);
      };
      // oxlint-disable-next-line typescript/no-deprecated -- only tags that are classes get another parser
      const stream = this.liquid.parser.parseStream(rest).on('end', unclosed);
      stream
        .on('template', (template: Template) => inner.push(template))
        .on(`tag:end${SNIPPET_TAG}`, () => stream.stop());
      stream.start();
    },
    *render(context, emitter, values) {
      const isolated = context.spawn(Object.assign({}, context.environments));
      isolated.push(values);
      yield liquid.renderer.renderTemplates(this['inner'] as Template[], isolated, emitter);
    },
  });
  liquid.registerTag(LINK_TAG, linkTagOf(kind));
  return liquid;
}

type TagOptions = Extract<Parameters<Liquid['registerTag']>[1], { readonly render: unknown }>;

const linkTagOf = (kind: TemplateKind): TagOptions => ({
  parse({ args }: TagToken) {
    const [link = '', position] = args.trim().split(' ');
    this['link'] = ENGINES.link.parse(decodeURIComponent(link));
    this['position'] = position;
  },
  *render(context: Context, emitter: Emitter) {
    const rendered = (yield this.liquid.renderer.renderTemplates(this['link'] as Template[], context)) as string;
    const target = linkTarget(rendered) ?? NOWHERE;
    const { [TRACKED]: tracked } = context.environments as { [TRACKED]?: (position: number, target: string) => string };
    const isTracked = tracked && this['position'] !== undefined && /^https?:/i.test(target);
    const url = isTracked ? tracked(Number(this['position']), target) : target;
    emitter.write(kind === 'html' ? escapeHtml(url) : url);
  },
});

const LANGUAGE_TAG = /^[a-z]{2,3}(-[a-z]{4})?(-[a-z]{2})?$/i;

/** Formats an amount of money; empty if it is no number, or the currency or the language is not valid. */
function money(amount: unknown, code: unknown, tag: unknown = LANGUAGES[0]): string {
  const [number = '', currency = '', language = ''] = [amount, code, tag].map((each) => textOf(each).trim());
  if (!/^-?\d+(\.\d+)?$/.test(number) || !isCurrency(currency) || !LANGUAGE_TAG.test(language)) return '';
  return new Intl.NumberFormat(language, { style: 'currency', currency }).format(Number(number));
}

/** Contains an inserted snippet, which sees its arguments and the values of the email, but no variables around it. */
export const SNIPPET_TAG = 'carillon_snippet';

const LINK_TAG = 'carillon_link';

/** The key of what makes a tracked link; templates cannot name it. */
export const TRACKED = Symbol('tracked');

/**
 * Returns a tag that prints the target of a link, tracked if it has a position. It hides the Liquid of the link from
 * everything that looks for Liquid.
 */
export const linkTag = (template: string, ...position: readonly number[]): string =>
  `{% ${[LINK_TAG, urlEncoded(template), ...position].join(' ')} %}`;

function textOf(value: unknown): string {
  if (typeof value === 'string' || value instanceof WrittenNumber) return String(value);
  if (Array.isArray(value)) return value.map(textOf).join('');
  return value === null || value === undefined ? '' : JSON.stringify(value);
}

const ENGINES: Readonly<Record<TemplateKind, Liquid>> = {
  plain: engine('plain'),
  html: engine('html'),
  url: engine('url'),
  link: engine('link'),
  json: engine('json'),
};

/** `{% render "key", name: value %}` in a source; the values are as they are written. */
export type RenderTag = Readonly<
  Record<'begin' | 'end', number> & Record<'key' | 'values', string> & { names: string[] }
>;

let found: RenderTag[] = [];
const RENDERS = engine('plain');
RENDERS.registerTag('render', {
  parse({ args, begin, end, input }: TagToken) {
    const [, , key, values = ''] = /^\s*(["'])([^"']*)\1\s*(?:,([\s\S]*))?$/.exec(args) ?? [];
    if (key === undefined || !input.startsWith('{%', begin))
      throw new Error('write {% render "key" %} or {% render "key", name: value %}');
    found.push({ begin, end, key, values, names: Object.keys(new Hash(values).hash) });
  },
  render: () => '',
});

/** Returns the snippets that a source renders, in order. @throws TemplateError */
export function rendersIn(source: string): readonly RenderTag[] {
  if (!source.includes('render')) return [];
  found = [];
  parsedWith(RENDERS, source);
  return found;
}

function parsedWith(liquid: Liquid, source: string): Template[] {
  const pieces = LIQUID_TAG.test(source) ? PIECES_AND_LINES : PIECES;
  refuseMoreThan(MAX_PIECES, pieces, source, `must hold at most ${MAX_PIECES} pieces of Liquid`);
  try {
    return liquid.parse(source);
  } catch (error) {
    throw toTemplateError(error, source);
  }
}

export const isLiquidFilter = (name: string): boolean => Object.hasOwn(ENGINES.plain.filters, name);

/** A template error with its place; line and column start at 1. */
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

/** Returns what `work` returns; if it throws a TemplateError, what `otherwise` returns. */
export function orOnFault<Result>(work: () => Result, otherwise: (error: TemplateError) => Result): Result {
  try {
    return work();
  } catch (error) {
    if (error instanceof TemplateError) return otherwise(error);
    throw error;
  }
}

/** Returns an error at an offset of the source, which starts at 0. */
export function faultAt(source: string, at: number, reason: string): TemplateError {
  const before = source.slice(0, at).split('\n');
  return new TemplateError(reason, before.length, (before.at(-1)?.length ?? 0) + 1);
}

/**
 * Refuses too many matches before parsing, which takes time for each. @throws TemplateError at the first one above the
 * limit.
 */
export function refuseMoreThan(most: number, pattern: RegExp, source: string, reason: string): void {
  let found = 0;
  for (const { index } of source.matchAll(pattern)) {
    found += 1;
    if (found > most) throw faultAt(source, index, reason);
  }
}

/** What one email may still use. Passed from template to template, so that the limits apply to all of them together. */
export type RenderBudget = Pick<Context, 'renderLimit' | 'memoryLimit'>;

export function newRenderBudget(): RenderBudget {
  const { renderLimit, memoryLimit } = new Context({}, ENGINES.plain.options);
  const check = renderLimit.check.bind(renderLimit);
  const started = performance.now();
  const used = recentCpuUsage(started);
  // The library checks wall-clock time, which also passes while the process is suspended. CPU time of this thread decides: the others
  // also collect the garbage of everything else.
  renderLimit.check = (now) => {
    if (now - started <= RENDER_LIMIT_MS) return;
    const { user, system } = process.threadCpuUsage(used);
    check(started + (user + system) / 1_000);
  };
  return { renderLimit, memoryLimit };
}

let sample = { at: -Infinity, used: process.threadCpuUsage() };

/** Reading it for each email costs 3 % of sending; an older value makes the limit stricter by as much. */
function recentCpuUsage(now: number): NodeJS.CpuUsage {
  if (now - sample.at > CPU_SAMPLE_MS) sample = { at: now, used: process.threadCpuUsage() };
  return sample.used;
}

/** A piece of a template: fixed text, or a place that is rendered. */
type TemplatePart =
  | { readonly kind: 'text'; readonly text: string }
  /** A tag with all that it contains. */
  | { readonly kind: 'output' | 'tag'; readonly source: string };

interface RenderedPlaces {
  readonly texts: readonly string[];
  /** `{% break %}` outside of a loop: nothing after the last place is rendered, including fixed text. */
  readonly breaksOff: boolean;
}

/** A parsed template. Parsing is expensive: do it once per content, never per recipient. */
export class LiquidTemplate {
  readonly stretches: readonly TemplatePart[];
  private readonly templates: Template[];
  private readonly liquid: Liquid;

  /** @throws TemplateError */
  constructor(source: string, kind: TemplateKind) {
    this.liquid = ENGINES[kind];
    this.templates = parsedWith(this.liquid, source);
    this.stretches = this.templates.map(({ token }, index) => {
      if (TypeGuards.isHTMLToken(token)) return { kind: 'text', text: token.getContent() };
      const isOutput = TypeGuards.isOutputToken(token) || (token as TagToken).name === LINK_TAG;
      const end = this.templates[index + 1]?.token.begin;
      return { kind: isOutput ? 'output' : 'tag', source: source.slice(token.begin, end) };
    });
  }

  /** Returns the names of its variables, without their members. */
  variables(): string[] {
    return this.liquid.globalVariablesSync(this.templates);
  }

  /** Returns its variables with literal members, such as `contact.first_name`. */
  paths(): string[] {
    return this.liquid.globalFullVariablesSync(this.templates);
  }

  /** @throws TemplateError when the template exceeds its budget. */
  render(values: object, budget = newRenderBudget()): string {
    try {
      return this.liquid.renderSync(this.templates, this.context(values, budget)) as string;
    } catch (error) {
      throw toTemplateError(error, '');
    }
  }

  /**
   * Renders only the places, in order, as they appear in the whole.
   * @throws TemplateError when the template exceeds its budget.
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

  /** A new context for each rendering, because `increment` writes into it. */
  private context(values: object, { renderLimit, memoryLimit }: RenderBudget): Context {
    const custom = 'custom' in values ? { custom: inAnyCase(values.custom as object) } : {};
    return new Context(
      { ...values, ...custom },
      this.liquid.options,
      { sync: true },
      { renderLimit, memoryLimit, liquid: this.liquid },
    );
  }
}

/** Returns values whose names are found regardless of case. */
function inAnyCase<Values extends object>(values: Values): Values {
  const spelled = (name: string | symbol): string | symbol => {
    if (typeof name === 'symbol' || Object.hasOwn(values, name)) return name;
    const wanted = name.toLowerCase();
    return Object.keys(values).find((each) => each.toLowerCase() === wanted) ?? name;
  };
  return new Proxy(values, {
    get: (target, name) => Reflect.get(target, spelled(name)) as unknown,
    getOwnPropertyDescriptor: (target, name) => Reflect.getOwnPropertyDescriptor(target, spelled(name)),
  });
}

function toTemplateError(error: unknown, source: string): TemplateError {
  if (!LiquidError.is(error)) return new TemplateError(error instanceof Error ? error.message : String(error), 1, 1);
  const [line, column] = positionOf(error.message);
  // Only the first sentence of the library's message; it appends file and source.
  const reason = (error.originalError?.message ?? error.message).split(/, line:\d+/)[0] ?? 'the template is not valid';
  return new TemplateError(reason, line ?? 1, column ?? Math.min(source.length, 1));
}

function positionOf(message: string): number[] {
  const match = /line:(\d+), col:(\d+)/.exec(message);
  return match ? [Number(match[1]), Number(match[2])] : [1, 1];
}
