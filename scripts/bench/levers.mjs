/** The product with the API of `api-with-levers.mjs`, on a database of its own that is gone afterwards. */
import { createConnection } from 'mysql2/promise';
import { inProject } from '../project.mjs';
import { freshDatabase } from './dataset.mjs';
import { startProduct } from './product.mjs';

/**
 * @param {string} name of the database and of the keys in Redis: others may measure on the same servers.
 * @returns what `work` does with the running product and a connection to its database.
 */
export async function withLevers(context, name, work) {
  const databaseUrl = await freshDatabase(context, name);
  const apiProgram = inProject('scripts', 'bench', 'api-with-levers.mjs');
  const product = await startProduct({ ...context, databaseUrl, apiProgram, env: { REDIS_PREFIX: name } });
  const database = await createConnection(databaseUrl);
  try {
    return await work({ product, database });
  } finally {
    await product.stop();
    await database.query(`DROP DATABASE carillon_${name}`);
    await database.end();
  }
}
