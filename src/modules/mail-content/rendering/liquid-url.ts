import { LiquidTemplate, TemplateError } from './liquid.js';
import type { MergeValues } from './merge-values.js';

/** Values known at the click. Variables assigned in the email are not. */
const KNOWN_AT_CLICK: readonly string[] = ['contact', 'custom', 'company', 'business'] satisfies (keyof MergeValues)[];

/** Finding variables takes time in proportion to their number times the length. */
const MAX_URL_LENGTH = 10_000;

/** Returns whether a link has the same value at the click as in the email. */
export function canFillLiquidUrl(template: string): boolean {
  if (!template.includes('{')) return true;
  if (template.length > MAX_URL_LENGTH) return false;
  try {
    return new LiquidTemplate(template, 'plain').variables().every((name) => KNOWN_AT_CLICK.includes(name));
  } catch (error) {
    if (error instanceof TemplateError) return false;
    throw error;
  }
}

/** Renders the Liquid of a link at the click. Values are URL-encoded, so they cannot change the scheme or the host. */
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
