import { Injectable } from '@nestjs/common';
import type { Tx } from '../../../platform/database/database.js';
import type { Reader } from '../../../platform/database/reader.js';
import { Keys } from '../../../platform/secrets/keys.js';
import { ERASED_PATTERN, isErasedAddress } from '../../../platform/text/erased-address.js';
import { STRICT_STATUSES } from '../contact-status.js';
import { domainOf } from './suppressed-value.js';
import type { SuppressionKind } from './suppression.entity.js';

/** A normalised address and why it is not to be mailed. */
export interface AddressSuppression {
  readonly email: string;
  readonly reason: string;
}

const MOST_READ_AT_ONCE = 50_000;

/** What an opt-out leaves behind keeps nobody from being asked by a double opt-in, and ends with its confirmation. */
export const OPEN_TO_OPT_IN: readonly string[] = ['unsubscribed'];

/** Addresses and domains that are never mailed, whatever a contact's status says. They outlive the contact. */
@Injectable()
export class SuppressionsService {
  constructor(private readonly keys: Keys) {}

  /**
   * Those of the normalised addresses that are suppressed, by themselves or by their domain; and those that stand for
   * people who were erased.
   * @param ignored reasons for which an address is not counted as suppressed; a domain always is.
   */
  async isSuppressed(reader: Reader, emails: readonly string[], ignored: readonly string[] = []): Promise<Set<string>> {
    const suppressed = new Set(emails.filter(isErasedAddress));
    if (emails.length === 0) return suppressed;
    const byAddress = this.byHash(emails);
    const domains = this.byHash(new Set(emails.map(domainOf)));
    // Each kind by itself: every hash as either kind would be twice as many look-ups.
    const rows = await reader.query<{ kind: SuppressionKind; value_hash: Buffer }>(
      `SELECT kind, value_hash FROM suppressions
        WHERE kind = 'address' AND value_hash IN (:addresses) ${ignored.length > 0 ? 'AND reason NOT IN (:ignored)' : ''}
        UNION ALL SELECT kind, value_hash FROM suppressions WHERE kind = 'domain' AND value_hash IN (:domains)`,
      {
        addresses: buffersOf(byAddress),
        domains: buffersOf(domains),
        ...(ignored.length > 0 ? { ignored: [...ignored] } : {}),
      },
    );
    const suppressedDomains = new Set<string>();
    for (const { kind, value_hash } of rows) {
      const value = (kind === 'address' ? byAddress : domains).get(value_hash.toString('hex'));
      if (value !== undefined) (kind === 'address' ? suppressed : suppressedDomains).add(value);
    }
    if (suppressedDomains.size > 0)
      for (const email of emails) if (suppressedDomains.has(domainOf(email))) suppressed.add(email);
    return suppressed;
  }

  /**
   * How many of very many different addresses are suppressed. As long as there are not too many suppressions, they are
   * read once instead of being asked for again and again.
   */
  async countSuppressed(reader: Reader, batches: AsyncIterable<readonly string[]>): Promise<number> {
    const rows = await reader.query<{ kind: SuppressionKind; value_hash: Buffer }>(
      `SELECT kind, value_hash FROM suppressions LIMIT ${MOST_READ_AT_ONCE + 1}`,
    );
    if (rows.length === 0 && !(await this.anybodyErased(reader))) return 0;
    const known = new Set(rows.map(({ kind, value_hash }) => `${kind} ${value_hash.toString('hex')}`));
    const holds = (kind: SuppressionKind, value: string): boolean =>
      this.hashes(value).some((hash) => known.has(`${kind} ${hash.toString('hex')}`));
    const domains = new Map<string, boolean>();
    let count = 0;
    for await (const emails of batches) {
      if (rows.length > MOST_READ_AT_ONCE) {
        count += (await this.isSuppressed(reader, emails)).size;
        continue;
      }
      for (const email of emails) {
        const domain = domainOf(email);
        if (!domains.has(domain)) domains.set(domain, holds('domain', domain));
        if (isErasedAddress(email) || domains.get(domain) === true || holds('address', email)) count += 1;
      }
    }
    return count;
  }

  /**
   * Suppresses one normalised address.
   * @param reason a strict status, or what else it was; a stronger status is never replaced by a weaker one, nor what a
   * person has entered by any.
   */
  async suppress(tx: Tx, email: string, reason: string): Promise<void> {
    await this.suppressAll(tx, [{ email, reason }]);
  }

  /** The same for at most some hundred different ones. */
  async suppressAll(tx: Tx, entries: readonly AddressSuppression[]): Promise<void> {
    if (entries.length === 0) return;
    const rows = entries.map(({ email, reason }) => ['address', this.hash(email), reason] as const);
    await tx.execute(
      `INSERT INTO suppressions (kind, value_hash, reason) VALUES :rows
       ON DUPLICATE KEY UPDATE
         reason = IF(reason <> 'manual' AND FIELD(VALUES(reason), :ranks) > FIELD(reason, :ranks), VALUES(reason), reason)`,
      // In the order of the index, or two writers of the same addresses could wait for each other.
      { rows: rows.sort(([, a], [, b]) => Buffer.compare(a, b)), ranks: STRICT_STATUSES },
    );
  }

  /**
   * Forgets that the address was suppressed. A suppressed domain stays so.
   * @param reasons only if it was for one of these.
   */
  async lift(tx: Tx, email: string, reasons?: readonly string[]): Promise<void> {
    await tx.execute(
      `DELETE FROM suppressions
        WHERE kind = 'address' AND value_hash IN (:hashes) ${reasons === undefined ? '' : 'AND reason IN (:reasons)'}`,
      { hashes: this.hashes(email), ...(reasons === undefined ? {} : { reasons: [...reasons] }) },
    );
  }

  /**
   * The same for at most some hundred addresses.
   * @returns why those had been suppressed that were.
   */
  async liftAll(tx: Tx, emails: readonly string[]): Promise<Map<string, string>> {
    if (emails.length === 0) return new Map();
    const byHash = this.byHash(emails);
    const rows = await tx.query<{ hash: Buffer; reason: string }>(
      `SELECT value_hash AS hash, reason FROM suppressions
        WHERE kind = 'address' AND value_hash IN (:hashes) ORDER BY value_hash FOR UPDATE`,
      { hashes: buffersOf(byHash) },
    );
    if (rows.length > 0)
      await tx.execute("DELETE FROM suppressions WHERE kind = 'address' AND value_hash IN (:hashes)", {
        hashes: rows.map(({ hash }) => hash),
      });
    return new Map(rows.map(({ hash, reason }) => [byHash.get(hash.toString('hex')) ?? '', reason]));
  }

  /** What a new suppression is stored under. */
  hash(value: string): Buffer {
    return this.keys.hmac('suppression', value.toLowerCase());
  }

  /** Under every key that we know: a suppression outlives the rotation of the secret. */
  hashes(value: string): Buffer[] {
    return this.keys.hmacs('suppression', value.toLowerCase());
  }

  /** Their addresses begin alike, and stand together in the index. */
  private async anybodyErased(reader: Reader): Promise<boolean> {
    const rows = await reader.query('SELECT id FROM contacts WHERE email LIKE :pattern LIMIT 1', {
      pattern: ERASED_PATTERN,
    });
    return rows.length > 0;
  }

  private byHash(values: Iterable<string>): Map<string, string> {
    const found = new Map<string, string>();
    for (const value of values) for (const hash of this.hashes(value)) found.set(hash.toString('hex'), value);
    return found;
  }
}

const buffersOf = (byHash: ReadonlyMap<string, string>): Buffer[] =>
  [...byHash.keys()].map((hash) => Buffer.from(hash, 'hex'));
