import { createHash, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { createChallenge, extractParams, verifySolution } from 'altcha-lib/v1';
import type { Challenge, Payload } from 'altcha-lib/v1/types';
import { Clock } from '../../../platform/clock/clock.js';
import { Database } from '../../../platform/database/database.js';
import { Keys } from '../../../platform/secrets/keys.js';

const VALID_MS = 30 * 60_000;
/** A solution takes half as many hashes on average: about a second in browsers. */
const MAX_NUMBER = 50_000;
/** People need longer for the second page, programs do not. */
const TICKET_AFTER_MS = 3_000;
const TICKET_FORMAT = /^(([0-9a-z]{1,12})\.[\w-]{16})\.([\w-]{43})$/;

/** Proofs of work by the ALTCHA protocol, version 1, and tickets for people without scripts. `token` is that of the form. */
@Injectable()
export class Proofs {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly keys: Keys,
  ) {}

  async challenge(token: string): Promise<Challenge> {
    const expires = new Date(this.clock.now().getTime() + VALID_MS);
    return createChallenge({ hmacKey: this.hmacKeys[0] ?? '', expires, maxnumber: MAX_NUMBER, params: { token } });
  }

  /** @param known stays if it is not valid yet. */
  ticket(token: string, known: string | null): string {
    const age = this.ageOf(token, known);
    if (known !== null && age !== null && age < TICKET_AFTER_MS) return known;
    const unsigned = `${this.clock.now().getTime().toString(36)}.${randomBytes(12).toString('base64url')}`;
    return `${unsigned}.${this.keys.hmac('sign-up-proofs', `${token}.${unsigned}`).toString('base64url')}`;
  }

  /** @returns the hash of the solved challenge; null if the solution is not valid. */
  async solved(token: string, solution: string | null): Promise<string | null> {
    try {
      const payload = JSON.parse(Buffer.from(solution ?? '', 'base64').toString()) as Payload;
      if (extractParams(payload)['token'] !== token) return null;
      for (const key of this.hmacKeys) if (await verifySolution(payload, key)) return payload.challenge;
      return null;
    } catch {
      // The library does not check the types of a payload.
      return null;
    }
  }

  /** @returns the hash of the ticket; null if it is not valid. */
  presented(token: string, ticket: string | null): string | null {
    const age = this.ageOf(token, ticket) ?? 0;
    if (age < TICKET_AFTER_MS || age > VALID_MS) return null;
    return createHash('sha256')
      .update(ticket ?? '')
      .digest('hex');
  }

  /** Stores that a proof is used. @returns false if it was used before. */
  async spend(proof: string): Promise<boolean> {
    const { affectedRows } = await this.db.execute('INSERT IGNORE INTO form_sign_ups (proof) VALUES (:proof)', {
      proof,
    });
    return affectedRows === 1;
  }

  /** @returns milliseconds; null if the ticket is not ours. */
  private ageOf(token: string, ticket: string | null): number | null {
    const [, unsigned, made = '', signature = ''] = TICKET_FORMAT.exec(ticket ?? '') ?? [];
    const given = Buffer.from(signature, 'base64url');
    if (unsigned === undefined || !this.keys.verifyHmac('sign-up-proofs', `${token}.${unsigned}`, given)) return null;
    return this.clock.now().getTime() - Number.parseInt(made, 36);
  }

  /** The current one first. */
  private get hmacKeys(): string[] {
    return this.keys.all('sign-up-proofs').map(({ key }) => key.export().toString('hex'));
  }
}
