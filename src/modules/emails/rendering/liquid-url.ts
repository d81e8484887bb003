import { LiquidTemplate } from './liquid.js';
import type { MergeValues } from './merge-values.js';

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
