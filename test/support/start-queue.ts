import { createConnection } from 'mysql2/promise';
import { CEILING_MS } from './ceiling.js';

const AT_ONCE = Number(process.env['TEST_STARTS_AT_ONCE'] ?? 2);
let turn = process.pid;

/**
 * Starts a product when it is its turn: only a few of all test processes do so at a time, because all starts would be slow otherwise. The
 * database server keeps the queue, so a killed test process leaves it.
 */
export async function inStartQueue<Result>(start: () => Promise<Result>): Promise<Result> {
  const connection = await createConnection(process.env['TEST_DATABASE_URL'] ?? '');
  try {
    turn += 1;
    const seconds = (5 * CEILING_MS) / 1_000;
    await connection.query('SELECT GET_LOCK(?, ?)', [`carillon-start-${turn % AT_ONCE}`, seconds]);
    return await start();
  } finally {
    await connection.end();
  }
}
