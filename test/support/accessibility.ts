import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';

const AXE = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');
/** The policies of our pages allow no second request for their styles; emails in frames are not ours. */
const CHECK = "axe.run(document, { iframes: false, preload: false, resultTypes: ['violations'] })";

interface Result {
  readonly violations: readonly {
    readonly id: string;
    readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[];
  }[];
}

/** Returns what axe finds on the page, and whether the page scrolls horizontally; a line for each. */
export async function usabilityFaults(page: Page): Promise<string[]> {
  await page.evaluate(AXE);
  const { violations } = await page.evaluate<Result>(CHECK);
  const wide = await page.locator('html').evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
  const found = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html }) => `${id}: ${html.slice(0, 300)} ${nodes[0]?.failureSummary ?? ''}`),
  );
  return wide > 0 ? [`${wide} pixels too wide`, ...found] : found;
}
