import type { OpenAPIObject } from '@nestjs/swagger';
import { toOpenApi31 } from './open-api-31.js';

function translated(schema: unknown): unknown {
  const document = {
    openapi: '3.0.0',
    info: { title: 'x', version: '1' },
    paths: {},
    components: { schemas: { It: schema } },
  };
  return toOpenApi31(document as unknown as OpenAPIObject, { webhooks: {}, schemas: {} }).components?.schemas?.['It'];
}

describe('an OpenAPI document', () => {
  it.each([
    ['a value that may be null', { type: 'string', nullable: true }, { type: ['string', 'null'] }],
    ['one that may not', { type: 'string', nullable: false }, { type: 'string' }],
    ['words', { type: 'string', enum: ['a'], nullable: true }, { type: ['string', 'null'], enum: ['a', null] }],
    ['a reference', { $ref: '#/x', nullable: true }, { anyOf: [{ $ref: '#/x' }, { type: 'null' }] }],
    [
      'a reference with a description',
      { allOf: [{ $ref: '#/x' }], description: 'y', nullable: true },
      { anyOf: [{ allOf: [{ $ref: '#/x' }] }, { type: 'null' }], description: 'y' },
    ],
    [
      // Else null would have to be an object.
      'a reference that names its type again',
      { type: 'object', allOf: [{ $ref: '#/x' }], nullable: true },
      { anyOf: [{ allOf: [{ $ref: '#/x' }] }, { type: 'null' }] },
    ],
    [
      'one of several shapes that may be null',
      { oneOf: [{ type: 'integer' }, { type: 'string' }], nullable: true },
      { oneOf: [{ type: 'integer' }, { type: 'string' }, { type: 'null' }] },
    ],
    ['an example', { type: 'integer', example: 0 }, { type: 'integer', examples: [0] }],
    [
      'what lies inside',
      { type: 'object', properties: { a: { type: 'array', items: { type: 'string', nullable: true } } } },
      { type: 'object', properties: { a: { type: 'array', items: { type: ['string', 'null'] } } } },
    ],
    [
      'members that are called like keywords',
      { type: 'object', properties: { nullable: { type: 'boolean', example: true }, example: { type: 'string' } } },
      { type: 'object', properties: { nullable: { type: 'boolean', examples: [true] }, example: { type: 'string' } } },
    ],
    [
      'an example that looks like a schema',
      { type: 'object', example: { type: 'string', nullable: true } },
      { type: 'object', examples: [{ type: 'string', nullable: true }] },
    ],
  ])('of 3.0 becomes one of 3.1: %s', (_what, before, after) => {
    expect(translated(before)).toEqual(after);
  });

  it('keeps the examples of parameters of paths and of answers where they are', () => {
    const parameter = { name: 'a', in: 'path', example: 1, schema: { type: 'integer', nullable: true, example: 2 } };
    const answer = { content: { 'application/json': { example: { nullable: true }, schema: { type: 'object' } } } };
    const paths = { '/x': { get: { parameters: [parameter], responses: { 200: answer } } } };
    const document = { openapi: '3.0.0', info: { title: 'x', version: '1' }, paths } as unknown as OpenAPIObject;
    expect(toOpenApi31(document, { webhooks: { w: 1 }, schemas: { S: { type: 'null' } } })).toMatchObject({
      openapi: '3.1.0',
      webhooks: { w: 1 },
      components: { schemas: { S: { type: 'null' } } },
      paths: {
        '/x': {
          get: {
            parameters: [{ ...parameter, schema: { type: ['integer', 'null'], examples: [2] } }],
            responses: { 200: answer },
          },
        },
      },
    });
  });

  // Swagger UI would fill every optional filter in with its example, and send it.
  it('shows examples of parameters of queries and headers without proposing them', () => {
    const parameters = [
      { name: 'a', in: 'query', example: 1, schema: { type: 'integer' } },
      { name: 'b', in: 'header', example: 'x', schema: { type: 'string' } },
    ];
    const paths = { '/x': { get: { parameters, responses: {} } } };
    const document = { openapi: '3.0.0', info: { title: 'x', version: '1' }, paths } as unknown as OpenAPIObject;
    expect(toOpenApi31(document, { webhooks: {}, schemas: {} }).paths['/x']?.get?.parameters).toEqual([
      { name: 'a', in: 'query', schema: { type: 'integer', examples: [1] } },
      { name: 'b', in: 'header', schema: { type: 'string', examples: ['x'] } },
    ]);
  });
});
