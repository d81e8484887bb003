import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { OpenAPIObject } from '@nestjs/swagger';
import type { NextFunction, Request, Response } from 'express';
import { PRODUCT_VERSION } from '../../config/product-version.js';
import { StoredContent } from '../../http/stored-content.js';
import { operationsOf, outlineOf, withoutReferences } from './document-parts.js';
import { pageOf, STYLE } from './reader.page.js';

interface ReaderOptions {
  /** Builds the document. Called with the first request, because it is slow. */
  readonly document: () => OpenAPIObject;
  readonly persistAuthorization: boolean;
}

type Json = Readonly<Record<string, unknown>>;

const JSON_TYPE = 'application/json; charset=utf-8';
const SCRIPT_TYPE = 'text/javascript; charset=utf-8';
/** The documentation of this version. */
const DOCUMENTATION = join(__dirname, '../../../../docs');
const DOCUMENTATION_PAGE = /^\/(?:[a-z]+\/)?[\w-]+\.md$/;
const OPERATION = /^\/operations\/(\w+)\.json$/;

/** Swagger UI is a dependency of @nestjs/swagger, which pins its version. */
const nestSwagger = createRequire(require.resolve('@nestjs/swagger'));
const swaggerUi = (name: string): Buffer => readFileSync(nestSwagger.resolve(`swagger-ui-dist/${name}`));

/**
 * Serves Swagger UI and the document. The page gets an outline of the document first, and an operation when it is opened
 * (ADR 30). Everything is built on first use and kept.
 */
export class ApiReader {
  private readonly stored = new Map<string, StoredContent>();
  private built: OpenAPIObject | null = null;

  constructor(private readonly options: ReaderOptions) {}

  /** Handles requests below the path of the page; others pass through. */
  handle(request: Request, response: Response, next: NextFunction): void {
    const content = request.method === 'GET' || request.method === 'HEAD' ? this.contentOf(request.path) : null;
    if (content === null) next();
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
        return new StoredContent('text/html; charset=utf-8', Buffer.from(this.page()));
      case '/openapi.json':
        return json(this.document);
      case '/outline.json':
        return json(introduced(outlineOf(this.document)));
      case '/swagger-ui-init.js':
        return new StoredContent(SCRIPT_TYPE, Buffer.from(this.script()));
      case '/swagger-ui-bundle.js':
        return new StoredContent(SCRIPT_TYPE, swaggerUi('swagger-ui-bundle.js'));
      case '/swagger-ui.css':
        return new StoredContent('text/css; charset=utf-8', Buffer.concat([swaggerUi('swagger-ui.css'), STYLE]));
      default:
        return this.operation(path) ?? documentationPage(path);
    }
  }

  private operation(path: string): StoredContent | null {
    const [, id] = OPERATION.exec(path) ?? [];
    const operation = id === undefined ? undefined : operationsOf(this.document).get(id);
    return operation === undefined ? null : json(withoutReferences(operation, this.document));
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
    const text = readFileSync(join(__dirname, 'swagger-ui-init.js'), 'utf8');
    return `const SETTINGS = ${JSON.stringify(settings, null, 2)};\n${text}`;
  }
}

function json(value: unknown): StoredContent {
  return new StoredContent(JSON_TYPE, Buffer.from(JSON.stringify(value)));
}

/** As plain text, because Swagger UI's page is the only one here. */
function documentationPage(path: string): StoredContent | null {
  const file = join(DOCUMENTATION, path);
  if (!DOCUMENTATION_PAGE.test(path) || !existsSync(file)) return null;
  return new StoredContent('text/plain; charset=utf-8', readFileSync(file));
}

/** Returns the introduction with links, under the version of the product. */
function introduced(outline: Json): Json {
  const guide = existsSync(join(DOCUMENTATION, 'guide/README.md'))
    ? ' · [Guide](/docs/guide/README.md) · [All documentation](/docs/README.md)'
    : '';
  const info = outline['info'] as OpenAPIObject['info'];
  const description = `[OpenAPI (JSON)](/docs/openapi.json)${guide}\n\n${info.description ?? ''}`;
  return { ...outline, info: { ...info, title: `${info.title} API`, version: PRODUCT_VERSION, description } };
}
