import { Injectable } from '@nestjs/common';
import { Keys } from '../../platform/secrets/keys.js';
import { formsOf } from '../../platform/text/email-address.js';

const LENGTH = 16;

/** Finds rows without a contact by address without storing it. Keyed, so that a leaked table cannot be searched by guessing. */
@Injectable()
export class AddressHashes {
  constructor(private readonly keys: Keys) {}

  /** @param email normalized. */
  of(email: string): Buffer {
    return this.keys.hmac('bulk-job-addresses', email).subarray(0, LENGTH);
  }

  /** Returns the hashes under the current secret and under previous ones, also of the form that earlier versions stored. */
  allOf(email: string): Buffer[] {
    const hashes = formsOf(email).flatMap((form) => this.keys.hmacs('bulk-job-addresses', form));
    return hashes.map((hash) => hash.subarray(0, LENGTH));
  }
}
