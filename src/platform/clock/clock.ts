import { Injectable } from '@nestjs/common';

/**
 * The process's idea of now. Anything that decides about leases, due times or order asks the database instead, because
 * the clocks of several machines differ.
 */
@Injectable()
export class Clock {
  now(): Date {
    return new Date();
  }
}
