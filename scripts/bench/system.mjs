/** Runs the product on its own database, which is dropped afterwards unless it is kept. */
import { createConnection } from 'mysql2/promise';
import { inProject } from '../project.mjs';
import { freshDatabase } from './dataset.mjs';
import { startProduct } from './product.mjs';

/**
 * @param {string} name of the database and of the keys in Redis, so that runs on the same servers do not share data
 * @param {{env?: Record<string, string>, url?: string, keep?: boolean, apiProgram?: string}} [options] `url`: a database to use instead of an
 *   empty one; `keep`: not dropped
 */
export async function startSystem(context, name, { env, url, keep, apiProgram } = {}) {
  const databaseUrl = url ?? (await freshDatabase(context, name));
  const product = await startProduct({ ...context, databaseUrl, apiProgram, env: { REDIS_PREFIX: name, ...env } });
  const database = await createConnection({ uri: databaseUrl, stringifyObjects: true, timezone: 'Z' });
  return {
    product,
    database,
    /** Sends a request that must succeed. @returns the response body. */
    async ask(method, path, payload) {
      const { status, body } = await product.request(method, `/api/v2${path}`, payload);
      if (status !== 200) throw new Error(`${method} ${path} was answered with ${status}: ${JSON.stringify(body)}`);
      return body;
    },
    async stop() {
      await product.stop();
      if (!keep) await database.query(`DROP DATABASE ${new URL(databaseUrl).pathname.slice(1)}`);
      await database.end();
    },
  };
}

/** Runs `work` with the API of `api-with-levers.mjs`. */
export async function withLevers(context, name, work, url) {
  const apiProgram = inProject('scripts', 'bench', 'api-with-levers.mjs');
  const system = await startSystem(context, name, { apiProgram, url });
  try {
    return await work(system);
  } finally {
    await system.stop();
  }
}
