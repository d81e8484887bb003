/** What a linter finds in the API document, by the rules of scripts/redocly.yaml. */
import { lintFromString, loadConfig } from '@redocly/openapi-core';
import { inProject } from './project.mjs';

/** @returns a line for each problem. */
export async function lintProblems(document) {
  const config = await loadConfig({ configPath: inProject('scripts', 'redocly.yaml') });
  const absoluteRef = inProject('docs', 'openapi.json');
  const problems = await lintFromString({ source: JSON.stringify(document), absoluteRef, config });
  return problems
    .filter(({ ignored }) => !ignored)
    .map(
      ({ severity, ruleId, message, location: [place] }) => `${severity} ${ruleId}: ${place?.pointer ?? ''} ${message}`,
    );
}
