import type { OpenAPIObject } from '@nestjs/swagger';
import { inWorkingOrder } from './working-order.js';

function ordered(...operations: readonly (readonly [method: string, path: string, tag: string])[]): string[] {
  const paths: Record<string, Record<string, { tags: string[] }>> = {};
  for (const [method, path, tag] of operations) (paths[path] ??= {})[method] = { tags: [tag] };
  const tags = [{ name: 'Contacts' }, { name: 'Reports' }];
  const document = { openapi: '3.1.0', info: { title: 'x', version: '1' }, tags, paths } as unknown as OpenAPIObject;
  return Object.entries(inWorkingOrder(document).paths).flatMap(([path, item]) =>
    Object.keys(item).map((method) => `${method} ${path}`),
  );
}

describe('the order of operations', () => {
  it('is list, create, get, update, delete, what belongs to an element, and then the rest', () => {
    expect(
      ordered(
        ['post', '/contacts/bulk', 'Contacts'],
        ['delete', '/contacts/{id}', 'Contacts'],
        ['get', '/contacts/{id}/notes', 'Contacts'],
        ['put', '/contacts/{id}', 'Contacts'],
        ['post', '/contacts', 'Contacts'],
        ['post', '/contacts/{id}/notes', 'Contacts'],
        ['get', '/contacts/{id}', 'Contacts'],
        ['get', '/contacts', 'Contacts'],
      ),
    ).toEqual([
      'get /contacts',
      'post /contacts',
      'get /contacts/{id}',
      'put /contacts/{id}',
      'delete /contacts/{id}',
      'get /contacts/{id}/notes',
      'post /contacts/{id}/notes',
      'post /contacts/bulk',
    ]);
  });

  it('follows the tags, and keeps the given order where a tag has no collection', () => {
    expect(
      ordered(['get', '/reports/b', 'Reports'], ['get', '/reports/a', 'Reports'], ['get', '/contacts', 'Contacts']),
    ).toEqual(['get /contacts', 'get /reports/b', 'get /reports/a']);
  });
});
