import { Injectable } from '@nestjs/common';

/** The time of this process. Leases, due times, and order use the database clock instead, because clocks of machines differ. */
@Injectable()
export class Clock {
  now(): Date {
    return new Date();
  }
}
