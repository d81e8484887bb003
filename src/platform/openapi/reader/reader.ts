import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { OpenAPIObject } from '@nestjs/swagger';
import type { NextFunction, Request, Response } from 'express';
import { PRODUCT_VERSION } from '../../config/product-version.js';
import { html, headOf, TOP_BAR } from '../../html/html.js';
import { LOOK } from '../../html/look.js';
import { DOCUMENTATION, pagesForModels, textForModels } from './text-for-models.js';
import { samplesOf } from './samples.js';
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

interface ReaderOptions {
  /** Builds the document. Called with the first request, because it is slow. */
  readonly document: () => OpenAPIObject;
  readonly persistAuthorization: boolean;
  readonly publicUrl: string;
  /** Of the API. */
  readonly basePath: string;
}

type Json = Readonly<Record<string, unknown>>;

/** The same as a web site, if `npm run docs:site` or the build has written it. */
const SITE = join(__dirname, '../../../../dist/site');
const SITE_FILE = /^\/guide(\/(?:[a-z]+\/)?[\w-]+\.(html|css|js|png))$/;
const hasSite = (): boolean => existsSync(SITE);
const DOCUMENTATION_PAGE = /^\/(?:[a-z]+\/)?[\w-]+\.md$/;
const OPERATION = /^\/operations\/(\w+)\.json$/;

/** Swagger UI is a dependency of @nestjs/swagger, which pins its version. */
const nestSwagger = createRequire(require.resolve('@nestjs/swagger'));
const swaggerUi = (name: string): Buffer => readFileSync(nestSwagger.resolve(`swagger-ui-dist/${name}`));

const beside = (name: string): Buffer => readFileSync(join(__dirname, name));

/**
 * Serves Swagger UI and the document. The page gets an outline of the document first, and an operation when it is opened
 * (ADR 30). Everything is built on first use and kept.
 */
export class ApiReader {
  private readonly stored = new Map<string, StoredContent>();
  private built: OpenAPIObject | null = null;

  constructor(private readonly options: ReaderOptions) {}

  /** Handles requests below the path of the page, and for `/llms.txt`; others pass through. */
  handle(request: Request, response: Response, next: NextFunction): void {
    const path = request.baseUrl.startsWith('/llms') ? request.baseUrl : request.path;
    const content = request.method === 'GET' || request.method === 'HEAD' ? this.contentOf(path) : null;
    if (path === '/guide' && hasSite()) response.redirect('/docs/guide/');
    else if (content === null) next();
    else content.send(request, response).catch(next);
  }

  private contentOf(path: string): StoredContent | null {
    const content = this.stored.get(path) ?? this.create(path);
    if (content !== null) this.stored.set(path, content);
    return content;
  }

  private create(path: string): StoredContent | null {
    switch (path) {
      case '/':
        return new StoredContent('html', Buffer.from(this.page()));
      case '/openapi.json':
      case '/guide/openapi.json':
        return json(this.document);
      case '/outline.json':
        return json(introduced(outlineOf(this.document)));
      case '/swagger-ui-init.js':
        return new StoredContent('js', Buffer.from(this.script()));
      case '/swagger-ui-bundle.js':
        return new StoredContent('js', swaggerUi('swagger-ui-bundle.js'));
      case '/swagger-ui.css':
        return new StoredContent(
          'css',
          Buffer.concat([swaggerUi('swagger-ui.css'), Buffer.from(LOOK), beside('swagger-ui.css')]),
        );
      default:
        return this.operation(path) ?? this.documentation(path) ?? sitePage(path);
    }
  }

  private operation(path: string): StoredContent | null {
    const [, id] = OPERATION.exec(path) ?? [];
    const found = id === undefined ? undefined : operationsOf(this.document).get(id);
    if (found === undefined) return null;
    const { method, path: route } = found;
    const operation = withoutReferences(found.operation, this.document) as Json;
    // Not in the whole document, which would be a third larger. Receivers of webhooks are not called by samples.
    const samples = route.startsWith('/') ? samplesOf(method, route, operation, this.options.basePath) : [];
    return json({ ...operation, 'x-codeSamples': samples });
  }

  /** As plain text, which language models and terminals read. */
  private documentation(path: string): StoredContent | null {
    if (!existsSync(DOCUMENTATION)) return null;
    if (path === '/llms.txt') return new StoredContent('txt', Buffer.from(pagesForModels(this.options.publicUrl)));
    if (path === '/llms-full.txt') return new StoredContent('txt', Buffer.from(textForModels()));
    const file = join(DOCUMENTATION, path);
    return DOCUMENTATION_PAGE.test(path) && existsSync(file) ? new StoredContent('txt', readFileSync(file)) : null;
  }

  private get document(): OpenAPIObject {
    return (this.built ??= this.options.document());
  }

  private page(): string {
    const [style, bundle, script] = ['swagger-ui.css', 'swagger-ui-bundle.js', 'swagger-ui-init.js'].map((name) => {
      const { version = '' } = this.contentOf(`/${name}`) ?? {};
      return `/docs/${name}?v=${version}`;
    });
    return pageOf({ style: style ?? '', scripts: [bundle ?? '', script ?? ''] });
  }

  private script(): string {
    const settings = {
      // Otherwise an application password would stay in the browser's storage.
      persistAuthorization: this.options.persistAuthorization,
      docExpansion: 'none',
      filter: true,
      defaultModelsExpandDepth: -1,
      tryItOutEnabled: true,
      displayRequestDuration: true,
      deepLinking: true,
      syntaxHighlight: { activated: false },
    };
    return `const SETTINGS = ${JSON.stringify(settings, null, 2)};\n${beside('swagger-ui-init.js').toString()}`;
  }
}

function json(value: unknown): StoredContent {
  return new StoredContent('json', Buffer.from(JSON.stringify(value)));
}

function sitePage(path: string): StoredContent | null {
  const [, name = '', ending = ''] = SITE_FILE.exec(path === '/guide/' ? '/guide/index.html' : path) ?? [];
  const file = join(SITE, name);
  return name === '' || !existsSync(file) ? null : new StoredContent(ending, readFileSync(file));
}

/** Returns the introduction with links, under the version of the product. */
function introduced(outline: Json): Json {
  const [index, first] = hasSite()
    ? ['/docs/guide/', '/docs/guide/guide/index.html']
    : ['/docs/README.md', '/docs/guide/README.md'];
  const guide = existsSync(DOCUMENTATION) ? ` · [Guide](${first}) · [All documentation](${index})` : '';
  const info = outline['info'] as OpenAPIObject['info'];
  const description = `[OpenAPI (JSON)](/docs/openapi.json)${guide}\n\n${info.description ?? ''}`;
  return { ...outline, info: { ...info, title: `${info.title} API`, version: PRODUCT_VERSION, description } };
}

function pageOf({ style, scripts }: { readonly style: string; readonly scripts: readonly string[] }): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        ${headOf('Carillon API')}
        <link rel="preload" href="/docs/outline.json" as="fetch" crossorigin />
        <link rel="stylesheet" href="${style}" />
        ${scripts.map((script) => html`<script src="${script}" defer></script>`)}
      </head>
      <body>
        ${TOP_BAR}
        <div id="swagger-ui"></div>
        <noscript>
          The API reference needs JavaScript. Without it, read <a href="/docs/openapi.json">the OpenAPI document</a>.
        </noscript>
      </body>
    </html>`.text;
}

type Encoding = 'br' | 'gzip';

const COMPRESS: Readonly<Record<Encoding, (content: Buffer) => Promise<Buffer>>> = {
  // The highest quality would take seconds for a script of a megabyte.
  br: (content) => promisify(brotliCompress)(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }),
  gzip: (content) => promisify(gzip)(content, { level: 9 }),
};

/** Content that is the same for all requests: compressed once, with an entity tag. */
export class StoredContent {
  /** Changes with the content. A URL with `?v=<version>` is cached for a year. */
  readonly version: string;
  private readonly compressed = new Map<Encoding, Promise<Buffer>>();

  constructor(
    /** The ending of the name of such a file. */
    private readonly type: string,
    private readonly content: Buffer,
  ) {
    this.version = createHash('sha256').update(content).digest('base64url').slice(0, 16);
  }

  async send(request: Request, response: Response): Promise<void> {
    const encoding = (['br', 'gzip'] as const).find((each) => request.acceptsEncodings(each) !== false);
    response.set({
      'Content-Type': this.type,
      // Private, because the content may need credentials.
      'Cache-Control':
        request.query['v'] === this.version ? 'private, max-age=31536000, immutable' : 'private, no-cache',
      ETag: `"${this.version}${encoding === undefined ? '' : `-${encoding}`}"`,
      Vary: 'Accept-Encoding',
    });
    if (request.fresh) {
      response.status(304).end();
      return;
    }
    const body = encoding === undefined ? this.content : await this.as(encoding);
    if (encoding !== undefined) response.set('Content-Encoding', encoding);
    response.set('Content-Length', String(body.length)).end(body);
  }

  private as(encoding: Encoding): Promise<Buffer> {
    const known = this.compressed.get(encoding) ?? COMPRESS[encoding](this.content);
    this.compressed.set(encoding, known);
    return known;
  }
}

type Operations = Readonly<Record<string, Json>>;

/** Members of an operation that the list of operations shows, or that authorization needs. */
const LISTED = ['tags', 'summary', 'operationId', 'deprecated', 'security'];

/** Returns the document with only those members of operations that a list of them needs, and without schemas. */
export function outlineOf(document: OpenAPIObject): Json {
  const outlined = (items: unknown): Json =>
    mapped(items as Record<string, Operations>, (operations) =>
      mapped(operations, (operation) =>
        Object.fromEntries([
          ...LISTED.filter((name) => name in operation).map((name) => [name, operation[name]]),
          ['x-search', searchWordsOf(operation)],
        ]),
      ),
    );
  return {
    ...document,
    paths: outlined(document.paths),
    webhooks: outlined(document.webhooks ?? {}),
    components: { securitySchemes: document.components?.securitySchemes },
  };
}

/** Returns the words of the description and of the names of examples, each once. */
function searchWordsOf({ description = '', requestBody }: Json): string {
  const { content = {} } = (requestBody ?? {}) as { readonly content?: Readonly<Record<string, Json>> };
  const examples = Object.values(content).flatMap((body) => Object.keys(body['examples'] ?? {}));
  return [
    ...new Set(
      [String(description), ...examples]
        .join(' ')
        .toLowerCase()
        .match(/[\p{L}\p{N}_]+/gu),
    ),
  ].join(' ');
}

interface PlacedOperation {
  readonly method: string;
  /** The event of a webhook call. */
  readonly path: string;
  readonly operation: Json;
}

/** Returns the operations by their ids, with references. */
export function operationsOf({ paths, webhooks = {} }: OpenAPIObject): ReadonlyMap<string, PlacedOperation> {
  const items = Object.entries({ ...paths, ...webhooks }) as unknown as [string, Operations][];
  return new Map(
    items.flatMap(([path, item]) =>
      Object.entries(item).map(([method, operation]) => [
        String(operation['operationId']),
        { method, path, operation },
      ]),
    ),
  );
}

/** Replaces all references into `components`. A schema inside itself ends with its name. */
export function withoutReferences(value: unknown, { components }: OpenAPIObject): unknown {
  const targets = components as unknown as Record<string, Json>;
  const resolved = (part: unknown, parents: readonly string[]): unknown => {
    if (Array.isArray(part)) return part.map((item) => resolved(item, parents));
    if (typeof part !== 'object' || part === null) return part;
    const { $ref, ...others } = part as Json;
    if (typeof $ref !== 'string') return mapped(part as Json, (member) => resolved(member, parents));
    const [, , kind = '', name = ''] = $ref.split('/');
    const title = kind === 'schemas' ? { title: name } : {};
    if (parents.includes($ref)) return { ...title, type: 'object', ...others };
    return { ...title, ...(resolved(targets[kind]?.[name], [...parents, $ref]) as Json), ...others };
  };
  return resolved(value, []);
}

function mapped<T>(object: Readonly<Record<string, T>>, change: (value: T) => unknown): Json {
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [name, change(value)]));
}
