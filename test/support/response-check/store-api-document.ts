import { existsSync, renameSync, writeFileSync } from 'node:fs';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { apiDocument } from '../../../src/openapi/api-documentation.js';
import type { AppConfig } from '../../../src/platform/config/config.js';
import { apiDocumentFile } from './api-document-file.js';
import { closedDocument, type Json } from './closed-document.js';

/** Stores the API document unless another test environment of this run has done so. @param app that is set up. */
export function storeApiDocument(app: NestExpressApplication, { http }: Pick<AppConfig, 'http'>): void {
  const file = apiDocumentFile();
  if (file === '' || existsSync(file)) return;
  const [basePath = ''] = http.basePaths;
  const { paths, ...document } = apiDocument(app);
  const relative = Object.entries(paths).map(([path, item]) => [
    path.startsWith(`${basePath}/`) ? `~${path.slice(basePath.length)}` : path,
    item,
  ]);
  // Several workers may write it at the same time, and none may read half of it.
  const closed = closedDocument({ ...document, paths: Object.fromEntries(relative) as Json });
  writeFileSync(`${file}.${process.pid}`, JSON.stringify(closed));
  renameSync(`${file}.${process.pid}`, file);
}
