import type { OpenAPIObject } from '@nestjs/swagger';
import { operationsOf, outlineOf, withoutReferences } from './reader.js';

const DOCUMENT = {
  openapi: '3.1.0',
  info: { title: 'x', version: '1' },
  paths: {
    '/tags': {
      get: {
        operationId: 'listTags',
        summary: 'List tags',
        tags: ['Tags'],
        responses: { 200: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Tag' } } } } },
      },
    },
  },
  webhooks: { 'tag.created': { post: { operationId: 'webhook_tag_created', summary: 'Tag created', responses: {} } } },
  components: {
    securitySchemes: { basic: { type: 'http', scheme: 'basic' } },
    schemas: {
      Tag: { type: 'object', properties: { parent: { $ref: '#/components/schemas/Tag', description: 'Above' } } },
    },
  },
} as unknown as OpenAPIObject;

describe('the parts of the document for its reader', () => {
  it('are an outline without schemas', () => {
    expect(outlineOf(DOCUMENT)).toMatchObject({
      paths: { '/tags': { get: { operationId: 'listTags', summary: 'List tags', tags: ['Tags'] } } },
      webhooks: { 'tag.created': { post: { operationId: 'webhook_tag_created', summary: 'Tag created' } } },
      components: { securitySchemes: { basic: { type: 'http', scheme: 'basic' } } },
    });
    expect(JSON.stringify(outlineOf(DOCUMENT))).not.toMatch(/responses|schemas/);
  });

  it('are operations by id, with schemas in place of references, also where a schema contains itself', () => {
    const operations = operationsOf(DOCUMENT);
    expect([...operations.keys()]).toEqual(['listTags', 'webhook_tag_created']);
    const schema = {
      title: 'Tag',
      type: 'object',
      properties: { parent: { title: 'Tag', type: 'object', description: 'Above' } },
    };
    expect(withoutReferences(operations.get('listTags')?.operation, DOCUMENT)).toMatchObject({
      responses: { 200: { content: { 'application/json': { schema } } } },
    });
  });
});
