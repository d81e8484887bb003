import type { Request } from 'express';

/** Where client programs of the FluentCRM REST API look for it. */
export const DIALECT_PATH = '/wp-json/fluent-crm/v2';

export const isDialect = (basePath: string): boolean => basePath.toLowerCase() === DIALECT_PATH;

/** Whether the configuration wants the other dialect; without that nothing of this layer is there. */
export const speaksDialect = (basePaths: readonly string[]): boolean => basePaths.some(isDialect);

/** @returns the search with its question mark, or nothing. */
export function splitUrl(url: string): { readonly path: string; readonly search: string } {
  const start = url.indexOf('?');
  return start === -1 ? { path: url, search: '' } : { path: url.slice(0, start), search: url.slice(start) };
}

/** What stands behind a base path, in any case, as the router takes it; null for a path that is not below it. */
export function behind(basePath: string, path: string): string | null {
  const rest = path.slice(basePath.length);
  const isBelow = path.slice(0, basePath.length).toLowerCase() === basePath.toLowerCase();
  return isBelow && (rest === '' || rest.startsWith('/')) ? rest : null;
}

/** One slash at the end says nothing to clients of the dialect. */
export const withoutSlashAtEnd = (path: string): string => (path.endsWith('/') ? path.slice(0, -1) : path);

/** The path of a call in the dialect, behind its base path; null for every other request. */
export function dialectPathOf({ originalUrl }: Pick<Request, 'originalUrl'>): string | null {
  const rest = behind(DIALECT_PATH, splitUrl(originalUrl).path);
  return rest === null ? null : withoutSlashAtEnd(rest);
}
