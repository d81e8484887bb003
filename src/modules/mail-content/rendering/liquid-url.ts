import { LiquidTemplate, TemplateError } from './liquid.js';
import type { MergeValues } from './merge-values.js';

/** What is known when somebody clicks. Variables that a mail makes for itself are gone by then. */
const KNOWN_AT_CLICK: readonly string[] = ['contact', 'custom', 'company', 'business'] satisfies (keyof MergeValues)[];

/** Looking for variables takes a time that grows with their number times the length. */
const LONGEST_URL = 10_000;

/** Whether a link reads the same when it is filled at the click as it would have in the mail. */
export function canFillLiquidUrl(template: string): boolean {
  if (!template.includes('{')) return true;
  if (template.length > LONGEST_URL) return false;
  try {
    return new LiquidTemplate(template, 'plain').variables().every((name) => KNOWN_AT_CLICK.includes(name));
  } catch (error) {
    if (error instanceof TemplateError) return false;
    throw error;
  }
}

/**
 * Fills the Liquid of a link when it is clicked. Every value is URL-encoded, so no contact's data can change where the
 * link leads: scheme and host stay as the author wrote them.
 */
export function fillLiquidUrl(template: string, values: MergeValues): string {
  return new LiquidTemplate(template, 'plain').render({
    contact: encoded(values.contact),
    custom: encoded(values.custom),
    company: encoded(values.company),
    business: encoded(values.business),
  });
}

function encoded(values: object): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, encodeURIComponent(value === null ? '' : String(value))]),
  );
}
