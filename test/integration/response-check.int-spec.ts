import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { readApiDocument } from '../support/response-check/api-document-file.js';
import { closedDocument } from '../support/response-check/closed-document.js';
import { DocumentedAnswers, type SeenResponse } from '../support/response-check/documented-answers.js';
import { ResponseCheck } from '../support/response-check/response-check.js';
import { World } from '../support/world.js';

/** All other tests rely on this check: it must find every mismatch and nothing else. */
describe('the check of responses against the API document', () => {
  describe('of the product', () => {
    let world: World;
    let check: DocumentedAnswers;
    let contact: Record<string, unknown>;
    beforeAll(async () => {
      world = await World.start({ worker: false });
      check = new DocumentedAnswers(readApiDocument());
      const { id } = await world.given.contact({ first_name: 'Ada' });
      contact = (await world.all.get(`/subscribers/${id}`).expect(200)).body.subscriber;
    });

    const faultsOf = (subscriber: unknown, seen: Partial<SeenResponse> = {}): readonly string[] =>
      check.mismatchOf({ ...answer('~/subscribers/7', { subscriber }), ...seen })?.faults ?? [];

    it('accepts the actual responses', () => {
      expect(faultsOf(contact)).toEqual([]);
    });

    it('names a member that is missing', () => {
      const { email, ...others } = contact;
      expect(email).toBeDefined();
      expect(faultsOf(others)).toEqual(["/subscriber: must have required property 'email'"]);
    });

    it('names an undocumented member', () => {
      expect(faultsOf({ ...contact, color: 'green' })).toEqual(['/subscriber/color: is not documented ("green")']);
    });

    it('names a member of the wrong type', () => {
      expect(faultsOf({ ...contact, id: 'seven' })).toEqual(['/subscriber/id: must be integer (is "seven")']);
    });

    it('accepts null for a text in a repeated response only', () => {
      expect(faultsOf({ ...contact, email: null })).toEqual(['/subscriber/email: must be string (is null)']);
      expect(faultsOf({ ...contact, email: null }, { isRepeated: true })).toEqual([]);
      expect(faultsOf({ ...contact, id: null }, { isRepeated: true })).toEqual([
        '/subscriber/id: must be integer (is null)',
      ]);
    });

    it('names an undocumented status', () => {
      expect(faultsOf(contact, { status: 201 })).toEqual([expect.stringMatching(/^the status 201 is not documented/)]);
    });

    it('names an undocumented content type', () => {
      expect(faultsOf(contact, { contentType: 'text/html; charset=utf-8' })).toEqual([
        'the content type text/html is not documented, only application/json',
      ]);
    });

    it('checks errors against the error schema', () => {
      const error = {
        code: 'rest_post_invalid_id',
        message: 'Invalid post ID.',
        data: { status: 404, request_id: 'x' },
      };
      const faults = (body: unknown): readonly string[] | undefined =>
        check.mismatchOf({ ...answer('~/subscribers/7', body), status: 404 })?.faults;
      expect(faults(error)).toBeUndefined();
      expect(faults({ ...error, stack: 'at x' })).toEqual(['/stack: is not documented ("at x")']);
      expect(faults({ ...error, data: { status: 404 } })).toEqual(["/data: must have required property 'request_id'"]);
    });

    it('accepts 404 for unknown paths, but no success of an undocumented operation', () => {
      expect(check.mismatchOf({ ...answer('~/no-such-thing', {}), status: 404 })).toBeNull();
      expect(check.mismatchOf(answer('~/no-such-thing', {}))).toEqual({
        operation: 'GET ~/no-such-thing',
        status: 200,
        faults: ['this operation is not documented'],
      });
      expect(check.mismatchOf({ ...answer('/metrics', null), contentType: 'text/plain' })).toBeNull();
    });
  });

  describe('of any application', () => {
    const page = { type: 'object', required: ['total'], properties: { total: { type: 'integer' } } };
    const rows = { properties: { data: { type: 'array', items: { $ref: '#/components/schemas/Row' } } } };
    const document = closedDocument({
      paths: {
        '~/rows': {
          get: {
            responses: {
              200: {
                content: {
                  'application/json': { schema: { allOf: [{ $ref: '#/components/schemas/Page' }, rows] } },
                },
              },
            },
          },
        },
      },
      components: {
        schemas: { Page: page, Row: { type: 'object', properties: { id: { type: 'integer' } } } },
      },
    });

    it('refuses additional members of combined schemas', () => {
      const check = new DocumentedAnswers(document);
      const faults = (body: unknown): readonly string[] => check.mismatchOf(answer('~/rows', body))?.faults ?? [];
      expect(faults({ total: 1, data: [{ id: 1 }] })).toEqual([]);
      expect(faults({ total: 1, data: [{ id: 1, name: 'x' }] })).toEqual(['/data/*/name: is not documented ("x")']);
      expect(faults({ total: 1, data: [], more: true })).toEqual(['/more: is not documented (true)']);
    });

    it('checks the responses to all clients, and fails the test during which they were sent', async () => {
      const check = new ResponseCheck(undefined, () => document);
      const server = await listening(check);
      const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      try {
        await (await fetch(`${origin}/api/rows?good`)).text();
        expect(() => {
          check.throwMismatches();
        }).not.toThrow();
        await (await fetch(`${origin}/api/rows?bad`)).text();
        await fetch(`${origin}/api/rows?bad`, { method: 'HEAD' });
        await (await fetch(`${origin}/alias/rows?bad`)).text();
        expect(() => {
          check.throwMismatches();
        }).toThrow('Answers are not as documented.\n\nGET ~/rows answered 200:\n  /more: is not documented (true)');
        expect(() => {
          check.throwMismatches();
        }).not.toThrow();
      } finally {
        server.close();
      }
    });
  });
});

function answer(path: string, body: unknown): SeenResponse {
  return {
    method: 'GET',
    path,
    status: 200,
    contentType: 'application/json; charset=utf-8',
    json: body === null ? null : JSON.stringify(body),
    isEmpty: false,
    isRepeated: false,
    requestHadBody: false,
  };
}

/** Starts a server that responds correctly to `?good`, and with an undocumented member otherwise. */
async function listening(check: ResponseCheck): Promise<Server> {
  const application = express();
  check.watch(application, { http: { basePaths: ['/api', '/alias'] } });
  application.use((request, response) => {
    response.json('good' in request.query ? { total: 0, data: [] } : { total: 0, data: [], more: true });
  });
  return new Promise((resolve) => {
    const server: Server = application.listen(0, '127.0.0.1', () => {
      resolve(server);
    });
  });
}
