import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Tests need a real database and a real Redis. `npm test` provides temporary ones; set your own when you run tests
 * directly.
 */
export default function requireServices(): void {
  for (const name of ['TEST_DATABASE_URL', 'TEST_REDIS_URL'])
    if (!process.env[name])
      throw new Error(`${name} is not set. Run the tests by \`npm test\`, which provides the servers.`);
  // The first test database leaves its schema there for the others; this process removes it at the end.
  const folder = mkdtempSync(join(tmpdir(), 'carillon-schema-'));
  process.env['TEST_SCHEMA_FILE'] = join(folder, 'schema.json');
  // The first test environment leaves its API document there, so that the others need not build it.
  process.env['TEST_API_DOCUMENT_FILE'] = join(folder, 'openapi.json');
  process.once('exit', () => {
    rmSync(folder, { recursive: true, force: true });
  });
}
