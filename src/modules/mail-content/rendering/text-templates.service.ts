import { Injectable } from '@nestjs/common';
import { LiquidTemplate, TemplateError, type TemplateKind } from './liquid.js';

export { TemplateError, type TemplateKind } from './liquid.js';

const CACHED = 500;
/** What is longer is parsed each time, so that the memory holds many small texts and no large ones. */
const LONGEST_CACHED = 20_000;

/** Single texts with Liquid in them, for those who fill in other things than mails. Each process parses each of them once. */
@Injectable()
export class TextTemplates {
  /** The oldest first. */
  private readonly cache = new Map<string, LiquidTemplate>();

  /**
   * @param kind where the text is to stand; values are written so that they cannot break out of it.
   * @throws TemplateError when it does not parse, or costs more than it may.
   */
  render(template: string, values: object, kind: TemplateKind = 'plain'): string {
    return this.parsed(template, kind).render(values);
  }

  /** Why a text is no template; null when it is one. */
  fault(template: string): string | null {
    try {
      this.parsed(template, 'plain');
      return null;
    } catch (error) {
      if (error instanceof TemplateError) return `does not parse: ${error.message}`;
      throw error;
    }
  }

  private parsed(template: string, kind: TemplateKind): LiquidTemplate {
    const key = `${kind} ${template}`;
    const known = this.cache.get(key);
    if (known) return known;
    const parsed = new LiquidTemplate(template, kind);
    if (template.length > LONGEST_CACHED) return parsed;
    this.cache.set(key, parsed);
    const [oldest] = this.cache.keys();
    if (this.cache.size > CACHED && oldest !== undefined) this.cache.delete(oldest);
    return parsed;
  }
}
