import type { NestExpressApplication } from '@nestjs/platform-express';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import type { NextFunction, Request, Response } from 'express';
import { API_DESCRIPTION, API_TAGS, CREDENTIALS_DESCRIPTION, withMeanings } from './api-description.js';
import { BrowserSessions } from '../modules/auth/browser-sessions.service.js';
import { webhookCallsDocument } from '../modules/webhooks/webhook-calls-document.js';
import type { AppConfig } from '../platform/config/config.js';
import { type Unknown, withCentralAnswers } from '../platform/openapi/central-answers.js';
import { ERROR_PAGE_PATH } from '../platform/errors/error-codes.js';
import { ERROR_SCHEMAS } from '../platform/openapi/error-answers.js';
import { inWorkingOrder } from '../platform/openapi/working-order.js';
import { ApiReader } from '../platform/openapi/reader/reader.js';
import { toOpenApi31 } from '../platform/openapi/open-api-31.js';
import { hoisted, type JsonSchema } from '../shapes/shape.js';

const OUTSIDE_THE_API = new Set(['Health', 'Public links']);

/** The noun of an id in the message of a 404, by tag; "post" everywhere else, for compatibility with existing integrations. */
const NOUNS: Readonly<Record<string, string>> = {
  Campaigns: 'campaign',
  Funnels: 'funnel',
  Senders: 'sender',
  Templates: 'template',
  Webhooks: 'webhook',
};

export function apiDocument(app: NestExpressApplication): OpenAPIObject {
  const settings = new DocumentBuilder()
    .addBasicAuth({ type: 'http', scheme: 'basic', description: CREDENTIALS_DESCRIPTION })
    .build();
  const served = withPublicNames(
    SwaggerModule.createDocument(app, settings, { operationIdFactory: (_controller, handler) => handler }),
  );
  const { webhooks, schemas } = webhookCallsDocument();
  const document = withNamedSchemas(toOpenApi31(served, { webhooks, schemas: { ...schemas, ...ERROR_SCHEMAS } }));
  return inWorkingOrder({
    ...withCentralAnswers(withMeanings(document), { tagsOutside: OUTSIDE_THE_API, unknown: unknownAt }),
    info: {
      title: 'Carillon',
      version: '2',
      description: API_DESCRIPTION,
      // The generator's types cover only OpenAPI 3.0.
      license: { name: 'MIT', identifier: 'MIT' } as { name: string },
    },
    servers: [{ url: '/', description: 'This installation' }],
    tags: [...API_TAGS],
  });
}

/** Moves the named shapes of responses to the components. */
function withNamedSchemas(document: OpenAPIObject): OpenAPIObject {
  const { paths, components } = document;
  const schemas: Record<string, JsonSchema> = {};
  return {
    ...document,
    paths: hoisted(paths, schemas) as OpenAPIObject['paths'],
    components: { ...components, schemas: { ...components?.schemas, ...(schemas as Record<string, never>) } },
  };
}

/** Request schemas have the names of their classes without `Dto`, which says nothing to callers. */
function withPublicNames(document: OpenAPIObject): OpenAPIObject {
  const text = JSON.stringify(document).replaceAll(/("#\/components\/schemas\/\w+)Dto"/g, '$1"');
  const named = JSON.parse(text) as OpenAPIObject;
  const schemas = Object.entries(named.components?.schemas ?? {}).map(([name, schema]) => [
    name.replace(/Dto$/, ''),
    schema,
  ]);
  return {
    ...named,
    components: { ...named.components, schemas: Object.fromEntries(schemas) as Record<string, never> },
  };
}

/** The 404 answers for path parameters. */
function unknownAt(path: string, tag: string): Unknown {
  if (path.includes('{secret}'))
    return {
      name: 'RouteNotFound',
      code: 'rest_no_route',
      message: 'No route was found matching the URL and request method.',
    };
  const noun = NOUNS[tag];
  if (noun === undefined) return { name: 'NotFound', code: 'rest_post_invalid_id', message: 'Invalid post ID.' };
  const name = `${noun.charAt(0).toUpperCase()}${noun.slice(1)}NotFound`;
  return { name, code: 'rest_post_invalid_id', message: `Invalid ${noun} ID.` };
}

const DOCS_SECURITY_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Serves Swagger UI at /docs, the document at /docs/openapi.json, the guide at /docs/guide, and /llms.txt. In production it requires a manager unless DOCS_PUBLIC is set. */
export function serveApiDocumentation(app: NestExpressApplication, config: AppConfig): void {
  if (config.apiDocs === 'off') return;
  const { publicUrl, basePaths } = config.http;
  const reader = new ApiReader({
    document: () => apiDocument(app),
    persistAuthorization: config.development,
    publicUrl,
    basePath: basePaths[0] ?? '',
  });
  app.use(['/docs', '/llms.txt', '/llms-full.txt'], (request: Request, response: Response, next: NextFunction) => {
    response.setHeader('Content-Security-Policy', DOCS_SECURITY_POLICY);
    const show = (): void => {
      reader.handle(request, response, next);
    };
    if (request.baseUrl + request.path === ERROR_PAGE_PATH) next();
    else if (config.apiDocs === 'public') show();
    else app.get(BrowserSessions, { strict: false }).identify(request).then(show).catch(next);
  });
}
