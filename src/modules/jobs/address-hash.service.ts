import { Injectable } from '@nestjs/common';
import { Keys } from '../../platform/secrets/keys.js';

const LENGTH = 16;

/**
 * Under which a row of a job is found that has no contact: an address is recognised again without being kept. Keyed, or
 * anybody who has the table could try addresses.
 */
@Injectable()
export class AddressHashes {
  constructor(private readonly keys: Keys) {}

  /** @param email normalised. */
  of(email: string): Buffer {
    return this.keys.hmac('bulk-job-addresses', email).subarray(0, LENGTH);
  }

  /** Under every secret that a row may have been written with. */
  allOf(email: string): Buffer[] {
    return this.keys.hmacs('bulk-job-addresses', email).map((hash) => hash.subarray(0, LENGTH));
  }
}
