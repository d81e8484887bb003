import type { Request, Response } from 'express';
import { rewriteBasePaths } from './dialect.js';

function rewritten(basePaths: readonly string[], url: string): string {
  const request = { url } as Request;
  const next = jest.fn();
  void rewriteBasePaths(basePaths)(request, {} as Response, next);
  expect(next).toHaveBeenCalledWith();
  return request.url;
}

const BOTH = ['/api/v2', '/wp-json/fluent-crm/v2'];

describe('base paths', () => {
  it.each([
    ['/wp-json/fluent-crm/v2/lists', '/api/v2/lists'],
    ['/wp-json/fluent-crm/v2/lists?a=1&b=/x/', '/api/v2/lists?a=1&b=/x/'],
    ['/WP-JSON/Fluent-CRM/V2/Lists', '/api/v2/Lists'],
    ['/wp-json/fluent-crm/v2/lists/', '/api/v2/lists'],
    ['/wp-json/fluent-crm/v2/lists/?page=2', '/api/v2/lists?page=2'],
    ['/wp-json/fluent-crm/v2/lists//', '/api/v2/lists/'],
    ['/wp-json/fluent-crm/v2', '/api/v2'],
    ['/wp-json/fluent-crm/v2/', '/api/v2'],
    ['/wp-json/fluent-crm/v2?x=1', '/api/v2?x=1'],
  ])('rewrite %s to the first one', (url, expected) => {
    expect(rewritten(BOTH, url)).toBe(expected);
  });

  it.each([
    '/wp-json/fluent-crm/v2x/lists',
    '/wp-json/fluent-crm/v1/lists',
    '/x/wp-json/fluent-crm/v2/lists',
    '/wp-json/fluent-crm',
    '/api/v2/lists/',
    '/API/v2/lists',
    '/health/live',
    '/',
  ])('leave %s as it is', (url) => {
    expect(rewritten(BOTH, url)).toBe(url);
  });

  it('ignore one that is not configured', () => {
    expect(rewritten(['/api/v2'], '/wp-json/fluent-crm/v2/lists')).toBe('/wp-json/fluent-crm/v2/lists');
  });

  it('strip a trailing slash if the dialect is the only one', () => {
    expect(rewritten(['/wp-json/fluent-crm/v2'], '/WP-json/fluent-crm/v2/lists/?a=1')).toBe(
      '/wp-json/fluent-crm/v2/lists?a=1',
    );
  });

  it.each([
    [['/api/v2', '/api'], '/api/v2/lists', '/api/v2/lists'],
    [['/api/v2', '/api'], '/api/lists', '/api/v2/lists'],
    [['/api', '/api/v2'], '/api/v2/lists/', '/api/lists/'],
    [['/', '/v2'], '/v2/lists', '/lists'],
  ])('may be nested: %j', (basePaths, url, expected) => {
    expect(rewritten(basePaths, url)).toBe(expected);
  });
});
