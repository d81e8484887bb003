import type { NestExpressApplication } from '@nestjs/platform-express';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { webhookCallsDocument } from './modules/webhooks/webhook-calls-document.js';
import { toOpenApi31 } from './platform/openapi/open-api-31.js';

/** The OpenAPI document of everything this application serves, and of everything it calls webhooks with. */
export function apiDocument(app: NestExpressApplication): OpenAPIObject {
  const settings = new DocumentBuilder()
    .setTitle('Carillon')
    .setDescription('Email marketing and contact management. Authorize with a username and an application password.')
    .setVersion('2')
    .addBasicAuth()
    .build();
  const served = SwaggerModule.createDocument(app, settings, {
    operationIdFactory: (controller, method) => `${controller.replace(/Controller$/, '')}_${method}`,
  });
  return toOpenApi31(served, webhookCallsDocument());
}

/** Swagger UI at /docs, the document at /docs/openapi.json. */
export function serveApiDocumentation(app: NestExpressApplication): void {
  SwaggerModule.setup('docs', app, () => apiDocument(app), {
    jsonDocumentUrl: 'docs/openapi.json',
    customSiteTitle: 'Carillon API',
    swaggerOptions: { persistAuthorization: true, tryItOutEnabled: true, displayRequestDuration: true },
  });
}
