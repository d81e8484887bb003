import { Injectable } from '@nestjs/common';
import type { Reader } from '../database/reader.js';

/**
 * The one clock of all processes, for whatever is due at a time. Tests and simulations move it, which is why such work
 * asks here instead of writing NOW() into its statements.
 */
@Injectable()
export class DatabaseClock {
  /** To the millisecond, as due times are kept. */
  async now(reader: Reader): Promise<Date> {
    const [row] = await reader.query<{ now: Date }>('SELECT NOW(3) AS now');
    if (!row) throw new Error('a SELECT without a table has a row');
    return row.now;
  }
}
