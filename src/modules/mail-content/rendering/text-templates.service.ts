import { Injectable } from '@nestjs/common';
import { faultOf } from './compile-content.js';
import { LiquidTemplate, type TemplateKind } from './liquid.js';
import { keep } from '../../../platform/values/collections.js';

export { TemplateError, type TemplateKind } from './liquid.js';

const CACHED = 500;
/** Longer texts are parsed each time, to limit memory. */
const MAX_CACHED_LENGTH = 20_000;

/** Renders single texts with Liquid other than emails. Each process parses each text once. */
@Injectable()
export class TextTemplates {
  /** Oldest first. */
  private readonly cache = new Map<string, LiquidTemplate>();

  /**
   * @param kind the output format; values are escaped for it.
   * @throws TemplateError for a parse error, and when the template exceeds its budget.
   */
  render(template: string, values: object, kind: TemplateKind = 'plain'): string {
    return this.parsed(template, kind).render(values);
  }

  /** Returns the parse error of a template; null if it is valid. */
  fault(template: string): string | null {
    return faultOf(() => this.parsed(template, 'plain'));
  }

  private parsed(template: string, kind: TemplateKind): LiquidTemplate {
    const key = `${kind} ${template}`;
    const known = this.cache.get(key);
    if (known) return known;
    const parsed = new LiquidTemplate(template, kind);
    if (template.length > MAX_CACHED_LENGTH) return parsed;
    keep(this.cache, key, parsed, CACHED);
    return parsed;
  }
}
