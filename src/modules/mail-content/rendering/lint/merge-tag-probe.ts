import { hideLiquid } from '../hide-liquid.js';
import { LiquidTemplate, type TemplateKind } from '../liquid.js';
import { lineOf } from './lint-issue.js';

interface Tag {
  readonly written: string;
  readonly line: number;
}

/** Private-use characters around the output of a tag, which authors do not use and filters do not see. */
const OUTPUT = /\uE002(\d+)\uE003([^\uE002\uE004]*)\uE004/g;

/** Finds merge tags without output by rendering the template, so tags that a condition hides are not reported. */
export class MergeTagProbe {
  private readonly tags: Tag[] = [];
  private readonly template: LiquidTemplate;
  private readonly empty = new Map<number, number>();

  /** @throws TemplateError */
  constructor(source: string, kind: TemplateKind) {
    let marked = '';
    let copied = 0;
    let line = 1;
    let counted = 0;
    for (const [start, end] of hideLiquid(source).ranges) {
      const written = source.slice(start, end);
      if (!written.startsWith('{{')) continue;
      marked += `${source.slice(copied, start)}\uE002${this.tags.length}\uE003${written}\uE004`;
      copied = end;
      line += lineOf(source.slice(counted, start), Infinity) - 1;
      counted = start;
      this.tags.push({ written, line });
    }
    this.template = new LiquidTemplate(marked + source.slice(copied), kind);
  }

  /** @throws TemplateError when the template exceeds its budget. */
  try(values: object): void {
    const holes = new Set<number>();
    let rest = this.template.render(values);
    // Captured output contains marks of its own.
    for (let before = ''; before !== rest;) {
      before = rest;
      rest = rest.replace(OUTPUT, (_whole, index: string, output: string) => {
        if (output.trim() === '') holes.add(Number(index));
        return output;
      });
    }
    for (const index of holes) this.empty.set(index, (this.empty.get(index) ?? 0) + 1);
  }

  /** Returns the empty tags and how often each was empty. */
  holes(): (Tag & { readonly count: number })[] {
    return this.tags.flatMap((tag, index) => {
      const count = this.empty.get(index) ?? 0;
      return count === 0 ? [] : [{ ...tag, count }];
    });
  }
}
