/**
 * Writes docs/openapi.json from the built application, and from it the generated parts of clients/typescript and docs/api.md; with
 * `--check` it only says whether the files are current, and what a linter finds in the document.
 * Nothing is connected to: Nest's preview mode knows every route and constructs no provider.
 */
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { apiPage } from './api-tables.mjs';
import { lintProblems } from './openapi-lint.mjs';
import { ensureBuild } from './packages.mjs';
import { inProject } from './project.mjs';
import { typedClientFiles } from './typed-client.mjs';

const DOCUMENT = inProject('docs', 'openapi.json');
const PAGE = inProject('docs', 'api.md');
const GENERATED = inProject('clients', 'typescript', 'src', 'generated');

/** Fixed configuration, so that the document is the same on every machine. */
const ENVIRONMENT = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://carillon.example.com',
  APP_SECRET: 'only for writing the API document, never for tokens',
  DATABASE_URL: 'mysql://nobody@127.0.0.1:1/none',
  REDIS_URL: 'redis://127.0.0.1:1',
  LOG_LEVEL: 'silent',
};

const require = createRequire(inProject('dist', 'main.js'));

async function openApiDocument() {
  require('reflect-metadata');
  const { NestFactory } = require('@nestjs/core');
  const { ApiModule } = require('./api.module.js');
  const { apiDocument } = require('./openapi/api-documentation.js');
  const { setUpHttp } = require('./app.setup.js');
  const { parseConfig } = require('./platform/config/config.js');
  const config = parseConfig(ENVIRONMENT);
  const app = await NestFactory.create(ApiModule.with(config), {
    preview: true,
    logger: ['error'],
    abortOnError: false,
  });
  setUpHttp(app, config);
  return apiDocument(app);
}

/** Sorts routes and components by name: the order of modules is not a change of the API. */
function inStableOrder(document) {
  const byName = (object = {}) => Object.fromEntries(Object.entries(object).sort(([a], [b]) => (a < b ? -1 : 1)));
  const components = Object.entries(document.components).map(([kind, parts]) => [kind, byName(parts)]);
  return { ...document, paths: byName(document.paths), components: Object.fromEntries(components) };
}

/** All files generated from the document. */
async function filesOf(document) {
  const client = Object.entries(await typedClientFiles(document)).map(([name, text]) => [
    path.join(GENERATED, name),
    text,
  ]);
  const { ERRORS } = require('./platform/errors/error-codes.js');
  const page = await apiPage(PAGE, document, ERRORS);
  return new Map([[DOCUMENT, `${JSON.stringify(document, null, 2)}\n`], [PAGE, page], ...client]);
}

async function main() {
  await ensureBuild();
  // Through JSON, without what only exists in memory.
  const document = JSON.parse(JSON.stringify(inStableOrder(await openApiDocument())));
  const files = await filesOf(document);
  if (process.argv.includes('--check')) {
    process.exitCode = (await isInOrder(document, files)) ? 0 : 1;
    return;
  }
  for (const [file, text] of files) {
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, text);
  }
}

async function isInOrder(document, files) {
  const stale = [...files].filter(([file, text]) => !fs.existsSync(file) || fs.readFileSync(file, 'utf8') !== text);
  for (const [file] of stale) console.error(`${path.relative(inProject(), file)} is out of date.`);
  if (stale.length > 0) console.error('Run `npm run openapi` and commit the files.');
  const problems = await lintProblems(document);
  for (const problem of problems) console.error(problem);
  return stale.length === 0 && problems.length === 0;
}

main().catch((error) => {
  console.error(error.message);
  process.exitCode = 1;
});
