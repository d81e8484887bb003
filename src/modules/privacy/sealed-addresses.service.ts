import { Injectable } from '@nestjs/common';
import { Keys } from '../../platform/secrets/keys.js';

const context = (contactId: number): string => `contact:${contactId}`;

/** Encrypts addresses of erased people in events, so that only the sweep can read them. */
@Injectable()
export class SealedAddresses {
  constructor(private readonly keys: Keys) {}

  seal(contactId: number, email: string): string {
    return this.keys.encrypt('erased-people', email, context(contactId));
  }

  /** @throws Error if the secret that sealed it is no longer configured. */
  open(contactId: number, sealed: string): string {
    return this.keys.decrypt('erased-people', sealed, context(contactId));
  }
}
