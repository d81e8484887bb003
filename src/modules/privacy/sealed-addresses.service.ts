import { Injectable } from '@nestjs/common';
import { Keys } from '../../platform/secrets/keys.js';

const context = (contactId: number): string => `contact:${contactId}`;

/** Addresses of erased people on the way to the sweep, where nobody but the sweep can read them. */
@Injectable()
export class SealedAddresses {
  constructor(private readonly keys: Keys) {}

  seal(contactId: number, email: string): string {
    return this.keys.encrypt('erased-people', email, context(contactId));
  }

  /** @throws Error for what was sealed under a secret that we no longer know. */
  open(contactId: number, sealed: string): string {
    return this.keys.decrypt('erased-people', sealed, context(contactId));
  }
}
