/**
 * Writes docs/openapi.json from the built application; with `--check` it only says whether the file is current.
 * Nothing is connected to: Nest's preview mode knows every route and constructs no provider.
 */
import fs from 'node:fs';
import { createRequire } from 'node:module';
import { ensureBuild } from './packages.mjs';
import { inProject } from './project.mjs';

const FILE = inProject('docs', 'openapi.json');

/** What the document says must not depend on where it is made, so this configuration is the same everywhere. */
const ENVIRONMENT = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://carillon.example.com',
  APP_SECRET: 'only for writing the API document, never for tokens',
  DATABASE_URL: 'mysql://nobody@127.0.0.1:1/none',
  REDIS_URL: 'redis://127.0.0.1:1',
  LOG_LEVEL: 'silent',
};

async function openApiDocument() {
  const require = createRequire(inProject('dist', 'main.js'));
  require('reflect-metadata');
  const { NestFactory } = require('@nestjs/core');
  const { ApiModule } = require('./api.module.js');
  const { apiDocument } = require('./api-documentation.js');
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

/** Routes and schemas by name: the order of modules in the code is not a change of the API. */
function inStableOrder(document) {
  const byName = (object = {}) => Object.fromEntries(Object.entries(object).sort(([a], [b]) => (a < b ? -1 : 1)));
  return {
    ...document,
    paths: byName(document.paths),
    components: { ...document.components, schemas: byName(document.components?.schemas) },
  };
}

async function main() {
  await ensureBuild();
  const text = `${JSON.stringify(inStableOrder(await openApiDocument()), null, 2)}\n`;
  if (!process.argv.includes('--check')) {
    fs.mkdirSync(inProject('docs'), { recursive: true });
    fs.writeFileSync(FILE, text);
    return;
  }
  if (fs.existsSync(FILE) && fs.readFileSync(FILE, 'utf8') === text) return;
  console.error('docs/openapi.json is not what the code serves. Run `npm run openapi` and commit the file.');
  process.exitCode = 1;
}

main().catch((error) => {
  console.error(error.message);
  process.exitCode = 1;
});
