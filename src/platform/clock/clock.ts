import { Injectable } from '@nestjs/common';
import type { Reader } from '../database/database.js';

/** The time of this process. Leases, due times, and order use the database clock instead, because clocks of machines differ. */
@Injectable()
export class Clock {
  now(): Date {
    return new Date();
  }
}

/** The common clock of all processes for due times. Tests and simulations move it, so use it instead of NOW() in statements. */
@Injectable()
export class DatabaseClock {
  /** With the millisecond precision of due times. */
  async now(reader: Reader): Promise<Date> {
    const [row] = await reader.query<{ now: Date }>('SELECT NOW(3) AS now');
    if (!row) throw new Error('a SELECT without a table has a row');
    return row.now;
  }
}
