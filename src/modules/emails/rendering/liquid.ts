import { Liquid, LiquidError, type Template } from 'liquidjs';

/**
 * Liquid as text written by users may use it: their own data and nothing else. No files, includes or layouts; only own
 * properties; bounds on what a template may cost. Output is escaped for HTML unless the engine is the plain one, and is
 * never parsed again.
 */
function engine(escape: boolean): Liquid {
  const liquid = new Liquid({
    ownPropertyOnly: true,
    strictFilters: true,
    strictVariables: false,
    dynamicPartials: false,
    relativeReference: false,
    templates: {},
    parseLimit: 2_000_000,
    renderLimit: 500,
    memoryLimit: 20_000_000,
    ...(escape ? { outputEscape: 'escape' as const } : {}),
  });
  for (const name of ['include', 'render', 'layout', 'block'])
    liquid.registerTag(name, {
      parse() {
        throw new Error(`the tag '${name}' is not available`);
      },
      render: () => '',
    });
  return liquid;
}

const HTML = engine(true);
const PLAIN = engine(false);

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

export type TemplateKind = 'html' | 'plain';

/** A parsed template. Parsing is the expensive part: do it once per content, never per recipient. */
export class LiquidTemplate {
  private readonly templates: Template[];
  private readonly liquid: Liquid;

  /** @throws TemplateError */
  constructor(source: string, kind: TemplateKind) {
    this.liquid = kind === 'html' ? HTML : PLAIN;
    try {
      this.templates = this.liquid.parse(source);
    } catch (error) {
      throw toTemplateError(error, source);
    }
  }

  /** The names that it expects from outside, without their members. */
  variables(): string[] {
    return this.liquid.globalVariablesSync(this.templates);
  }

  /** @throws TemplateError when the template costs more than it may. */
  render(values: object): string {
    try {
      return this.liquid.renderSync(this.templates, values) as string;
    } catch (error) {
      throw toTemplateError(error, '');
    }
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
