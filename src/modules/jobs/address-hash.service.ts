import { Injectable } from '@nestjs/common';
import { Keys } from '../../platform/secrets/keys.js';

const LENGTH = 16;

/** Finds rows without a contact by address without storing it. Keyed, so that a leaked table cannot be searched by guessing. */
@Injectable()
export class AddressHashes {
  constructor(private readonly keys: Keys) {}

  /** @param email normalized. */
  of(email: string): Buffer {
    return this.keys.hmac('bulk-job-addresses', email).subarray(0, LENGTH);
  }

  /** Returns the hashes under the current secret and under previous ones. */
  allOf(email: string): Buffer[] {
    return this.keys.hmacs('bulk-job-addresses', email).map((hash) => hash.subarray(0, LENGTH));
  }
}
