import type { OpenAPIObject } from '@nestjs/swagger';
import { withCentralAnswers } from './central-answers.js';

interface Completed {
  readonly parameters?: readonly object[];
  readonly security: readonly object[];
  readonly responses: Readonly<Record<string, { readonly $ref?: string; readonly description?: string } & object>>;
}

const SHAPE = {
  tagsOutside: new Set(['Pages']),
  unknown: (_path: string, tag: string) =>
    ({ name: `${tag}NotFound`, code: 'rest_post_invalid_id', message: `Invalid ${tag} ID.` }) as const,
};
const GUARDED = { tags: ['Things'], security: [{ basic: [] }] };
const OK = { 200: { description: '' } };

function completed(path: string, method: string, operation: object): { document: OpenAPIObject; operation: Completed } {
  const before = { openapi: '3.1.0', info: { title: 'x', version: '1' }, paths: { [path]: { [method]: operation } } };
  const document = withCentralAnswers(before, SHAPE);
  const item = document.paths[path] as unknown as Record<string, Completed>;
  return { document, operation: item[method]! };
}

describe('answers that are not about one operation', () => {
  it.each([
    ['get', '/things', { ...GUARDED, responses: OK }, '200 400 401 403 429 500 503'],
    ['get', '/things/{id}', { ...GUARDED, responses: OK }, '200 304 400 401 403 404 429 500 503'],
    ['post', '/things', { ...GUARDED, responses: OK }, '200 400 401 403 409 429 500 503'],
    ['put', '/things', { ...GUARDED, requestBody: {}, responses: OK }, '200 400 401 403 413 415 429 500 503'],
    ['post', '/things/{id}', { tags: ['Things'], responses: OK }, '200 400 404 500 503'],
    ['get', '/pages/{token}', { tags: ['Pages'], responses: OK }, '200'],
  ])('are those of the kind of operation: %s %s', (method, path, before, statuses) => {
    const { operation } = completed(path, method, before);
    expect(Object.keys(operation.responses).join(' ')).toBe(statuses);
  });

  it('are described once, and only where something refers to them', () => {
    const { document, operation } = completed('/things/{id}', 'get', { ...GUARDED, responses: OK });
    expect(operation.responses['404']).toEqual({ $ref: '#/components/responses/ThingsNotFound' });
    expect(document.components?.responses?.['ThingsNotFound']).toMatchObject({
      content: {
        'application/json': {
          schema: { $ref: '#/components/schemas/ErrorResponse' },
          example: { code: 'rest_post_invalid_id', message: 'Invalid Things ID.', data: { status: 404 } },
        },
      },
    });
    expect(document.components?.responses).not.toHaveProperty('IdempotencyConflict');
    expect(document.components?.parameters).toBeUndefined();
  });

  it('leave what an operation says itself, and show causes of the same status side by side', () => {
    const example = { code: 'mine', message: 'Mine', data: {} };
    const own = { description: 'Mine', content: { 'application/json': { schema: {}, example } } };
    const { operation } = completed('/things', 'post', { ...GUARDED, responses: { ...OK, 400: own, 409: own } });
    expect(operation.responses['400']).toMatchObject(own);
    const { content } = operation.responses['409'] as unknown as {
      content: { 'application/json': { examples: object } };
    };
    expect(Object.keys(content['application/json'].examples)).toEqual(['own', 'key_reused', 'key_in_progress']);
  });

  it('give a body to refusals that an operation only names', () => {
    const { operation } = completed('/things', 'get', {
      ...GUARDED,
      responses: { ...OK, 503: { description: 'Full' } },
    });
    expect(operation.responses['503']).toMatchObject({
      description: 'Full',
      headers: { 'Retry-After': {} },
      content: { 'application/json': { schema: {} } },
    });
  });

  it('offer the Idempotency-Key to guarded POSTs alone', () => {
    const key = { $ref: '#/components/parameters/IdempotencyKey' };
    expect(completed('/things', 'post', { ...GUARDED, responses: OK }).operation.parameters).toEqual([key]);
    expect(completed('/things', 'post', { tags: ['Things'], responses: OK }).operation.parameters).toBeUndefined();
    expect(completed('/things', 'put', { ...GUARDED, responses: OK }).operation.parameters).toBeUndefined();
  });

  it('say that nothing is asked of those who call what is public', () => {
    expect(completed('/pages', 'get', { tags: ['Pages'], responses: OK }).operation.security).toEqual([]);
  });
});
