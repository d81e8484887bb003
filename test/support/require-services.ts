import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Tests run on a real database and a real Redis. `npm test` provides throw-away ones; by hand, name your own. */
export default function requireServices(): void {
  for (const name of ['TEST_DATABASE_URL', 'TEST_REDIS_URL'])
    if (!process.env[name])
      throw new Error(`${name} is not set. Run the tests by \`npm test\`, which provides the servers.`);
  // What the first test database looks like is kept there for the others; this process removes it at its end.
  const folder = mkdtempSync(join(tmpdir(), 'carillon-schema-'));
  process.env['TEST_SCHEMA_FILE'] = join(folder, 'schema.sql');
  // What the first world says about its API, so that the others need not find it out.
  process.env['TEST_API_DOCUMENT_FILE'] = join(folder, 'openapi.json');
  process.once('exit', () => {
    rmSync(folder, { recursive: true, force: true });
  });
}
