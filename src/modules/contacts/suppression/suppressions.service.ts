import { createHmac } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Tx } from '../../../platform/database/database.js';
import type { Reader } from '../../../platform/database/reader.js';
import { Keys } from '../../../platform/secrets/keys.js';
import { STRICT_STATUSES } from '../contact-status.js';
import { SUPPRESSION_KINDS } from './suppression.entity.js';

/** Addresses and domains that are never mailed, whatever a contact's status says. They outlive the contact. */
@Injectable()
export class SuppressionsService {
  constructor(private readonly keys: Keys) {}

  /** Those of the normalised addresses that are suppressed, by themselves or by their domain. */
  async isSuppressed(reader: Reader, emails: readonly string[]): Promise<Set<string>> {
    const suppressed = new Set<string>();
    if (emails.length === 0) return suppressed;
    const emailsByHash = new Map<string, string[]>();
    const hashes: Buffer[] = [];
    for (const email of emails)
      // An address holds an @ and a domain does not, so their hashes cannot be mistaken for each other.
      for (const hash of [...this.hashes(email), ...this.hashes(domainOf(email))]) {
        const slot = hash.toString('hex');
        const sharing = emailsByHash.get(slot);
        if (sharing) sharing.push(email);
        else {
          emailsByHash.set(slot, [email]);
          hashes.push(hash);
        }
      }
    const rows = await reader.query<{ value_hash: Buffer }>(
      'SELECT value_hash FROM suppressions WHERE kind IN (:kinds) AND value_hash IN (:hashes)',
      { kinds: SUPPRESSION_KINDS, hashes },
    );
    for (const row of rows)
      for (const email of emailsByHash.get(row.value_hash.toString('hex')) ?? []) suppressed.add(email);
    return suppressed;
  }

  /**
   * Suppresses one normalised address.
   * @param reason a strict status, or what else it was; a stronger status is never replaced by a weaker one.
   */
  async suppress(tx: Tx, email: string, reason: string): Promise<void> {
    await tx.execute(
      `INSERT INTO suppressions (kind, value_hash, reason) VALUES ('address', :hash, :reason)
       ON DUPLICATE KEY UPDATE
         reason = IF(FIELD(VALUES(reason), :ranks) > FIELD(reason, :ranks), VALUES(reason), reason)`,
      { hash: this.keys.hmac('suppression', email.toLowerCase()), reason, ranks: STRICT_STATUSES },
    );
  }

  /** Forgets that the address was suppressed. A suppressed domain stays so. */
  async lift(tx: Tx, email: string): Promise<void> {
    await tx.execute(`DELETE FROM suppressions WHERE kind = 'address' AND value_hash IN (:hashes)`, {
      hashes: this.hashes(email),
    });
  }

  /** Under every key that we know: a suppression outlives the rotation of the secret. */
  private hashes(value: string): Buffer[] {
    return this.keys
      .all('suppression')
      .map(({ key }) => createHmac('sha256', key).update(value.toLowerCase()).digest());
  }
}

function domainOf(email: string): string {
  return email.slice(email.lastIndexOf('@') + 1);
}
