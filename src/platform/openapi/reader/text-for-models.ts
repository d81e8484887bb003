import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The documentation of this version. */
export const DOCUMENTATION = join(__dirname, '../../../../docs');

const read = (page: string): string => readFileSync(join(DOCUMENTATION, page), 'utf8');

const INTRODUCTION = `# Carillon

> Carillon is a self-hosted service for email marketing and contact management, offered as a REST API: contacts, lists, segments, campaigns,
> funnels (automations), single emails, tracking, orders, reports, and webhooks.

Requests use JSON and HTTP Basic credentials. Each linked page is Markdown; llms-full.txt contains all of them.
`;

/** Returns the content of llms.txt (llmstxt.org): the sections and pages of the index of the documentation, with the task of each. */
export function pagesForModels(publicUrl: string): string {
  const rows = read('README.md')
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .map((line) => line.split('|').map((cell) => cell.trim()));
  const lines = rows
    .slice(2)
    .flatMap(([, task = '', pages = '']) =>
      task.startsWith('**')
        ? [`\n## ${task.replaceAll('*', '')}\n`]
        : [...pages.matchAll(/\[([^[\]]+)\]\(([\w/-]+\.(?:md|json))\)/g)].map(
            ([, name, page]) => `- [${name}](${publicUrl}/docs/${page}): ${task}`,
          ),
    );
  return `${INTRODUCTION}${lines.join('\n')}\n`;
}

/** Returns all pages except design decisions. */
export function textForModels(): string {
  const pages = globSync('**/*.md', { cwd: DOCUMENTATION, exclude: ['adr'] }).sort();
  return [INTRODUCTION, ...pages.map((page) => `<!-- ${page} -->\n\n${read(page)}`)].join('\n');
}
