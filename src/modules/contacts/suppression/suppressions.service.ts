import { Injectable } from '@nestjs/common';
import type { Tx, Reader } from '../../../platform/database/database.js';
import { Keys } from '../../../platform/secrets/keys.js';
import { formsOf, domainOf, normalizedEmail, domainName } from '../../../platform/text/email-address.js';
import { ERASED_PATTERN, isErasedAddress } from '../../../platform/text/erased-address.js';
import { keep } from '../../../platform/values/collections.js';
import { STRICT_STATUSES } from '../contact/contact-status.js';
import type { SuppressionKind } from './suppression.entity.js';

interface AddressSuppression {
  readonly email: string;
  readonly reason: string;
}

const MAX_READ_AT_ONCE = 50_000;
const MOST_DOMAINS = 1_000;

/** An opt-out does not prevent double opt-in, and its confirmation lifts the suppression. */
export const OPEN_TO_OPT_IN: readonly string[] = ['unsubscribed'];

/** The suppression list: addresses and domains that never receive email, regardless of the status. It outlives contacts. */
@Injectable()
export class SuppressionsService {
  /** Most writes of contacts name the same domains. */
  private readonly domainHashes = new Map<string, readonly Buffer[]>();

  constructor(private readonly keys: Keys) {}

  /**
   * Returns the normalized addresses that are suppressed, by address or domain, or that belong to erased contacts.
   * @param ignored reasons for which an address does not count as suppressed; a suppressed domain always counts.
   */
  async isSuppressed(reader: Reader, emails: readonly string[], ignored: readonly string[] = []): Promise<Set<string>> {
    return new Set((await this.reasonsOf(reader, emails, ignored)).keys());
  }

  /** The same with the reason of each address, `suppressed` for a domain or an erased contact. */
  async reasonsOf(
    reader: Reader,
    emails: readonly string[],
    ignored: readonly string[] = [],
  ): Promise<Map<string, string>> {
    const reasons = new Map(emails.filter(isErasedAddress).map((email) => [email, 'suppressed']));
    if (emails.length === 0) return reasons;
    const byAddress = this.byHash(emails);
    const domains = this.byHash(new Set(emails.map(domainOf)));
    // Each kind separately: looking up every hash for both kinds would double the lookups.
    const rows = await reader.query<{ kind: SuppressionKind; value_hash: Buffer; reason: string }>(
      `SELECT kind, value_hash, reason FROM suppressions
        WHERE kind = 'address' AND value_hash IN (:addresses) ${ignored.length > 0 ? 'AND reason NOT IN (:ignored)' : ''}
        UNION ALL SELECT kind, value_hash, reason FROM suppressions WHERE kind = 'domain' AND value_hash IN (:domains)`,
      { addresses: buffersOf(byAddress), domains: buffersOf(domains), ignored },
    );
    const suppressedDomains = new Set<string>();
    for (const { kind, value_hash, reason } of rows) {
      const value = (kind === 'address' ? byAddress : domains).get(value_hash.toString('hex'));
      if (value === undefined) continue;
      if (kind === 'address') reasons.set(value, reason);
      else suppressedDomains.add(value);
    }
    if (suppressedDomains.size > 0)
      for (const email of emails) if (suppressedDomains.has(domainOf(email))) reasons.set(email, 'suppressed');
    return reasons;
  }

  /** Counts suppressed addresses among many. If the list is small enough, it is read once instead of queried per batch. */
  async countSuppressed(reader: Reader, batches: AsyncIterable<readonly string[]>): Promise<number> {
    const rows = await reader.query<{ kind: SuppressionKind; value_hash: Buffer }>(
      `SELECT kind, value_hash FROM suppressions LIMIT ${MAX_READ_AT_ONCE + 1}`,
    );
    if (rows.length === 0 && !(await this.hasErasedContacts(reader))) return 0;
    const known = new Set(rows.map(({ kind, value_hash }) => `${kind} ${value_hash.toString('hex')}`));
    const holds = (kind: SuppressionKind, value: string): boolean =>
      this.hashes(value).some((hash) => known.has(`${kind} ${hash.toString('hex')}`));
    const domains = new Map<string, boolean>();
    let count = 0;
    for await (const emails of batches) {
      if (rows.length > MAX_READ_AT_ONCE) {
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

  /** Suppresses a normalized address. A stronger reason is never replaced by a weaker one, and `manual` never. */
  async suppress(tx: Tx, email: string, reason: string): Promise<void> {
    await this.suppressAll(tx, [{ email, reason }]);
  }

  /** Suppresses up to a few hundred different addresses. */
  async suppressAll(tx: Tx, entries: readonly AddressSuppression[]): Promise<void> {
    if (entries.length === 0) return;
    const rows = entries.map(({ email, reason }) => ['address', this.hash(email), reason] as const);
    await tx.execute(
      `INSERT INTO suppressions (kind, value_hash, reason) VALUES :rows
       ON DUPLICATE KEY UPDATE
         reason = IF(reason <> 'manual' AND FIELD(VALUES(reason), :ranks) > FIELD(reason, :ranks), VALUES(reason), reason)`,
      // In index order, to prevent deadlocks between writers of the same addresses.
      { rows: rows.sort(([, a], [, b]) => Buffer.compare(a, b)), ranks: STRICT_STATUSES },
      { ids: 'new' },
    );
  }

  /** Lifts the suppression of up to a few hundred addresses, not of domains. @param reasons default: any. */
  async lift(tx: Tx, emails: readonly string[], reasons?: readonly string[]): Promise<void> {
    await tx.execute(
      `DELETE FROM suppressions
        WHERE kind = 'address' AND value_hash IN (:hashes) ${reasons === undefined ? '' : 'AND reason IN (:reasons)'}`,
      { hashes: emails.flatMap((email) => this.hashes(email)), reasons: reasons ?? null },
    );
  }

  /** Lifts suppressions for any reason. @returns the reasons by address. */
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

  /** Returns the hash with the current key, for new entries. */
  hash(value: string): Buffer {
    return this.keys.hmac('suppression', value.toLowerCase());
  }

  /** Returns the hashes with all known keys, also of the form that earlier versions stored: a suppression outlives both. */
  hashes(value: string): readonly Buffer[] {
    const known = this.domainHashes.get(value);
    if (known) return known;
    const hashes = formsOf(value).flatMap((form) => this.keys.hmacs('suppression', form.toLowerCase()));
    if (!value.includes('@')) keep(this.domainHashes, value, hashes, MOST_DOMAINS);
    return hashes;
  }

  /** Returns whether any contact is erased; their addresses share a prefix, so the index answers it. */
  private async hasErasedContacts(reader: Reader): Promise<boolean> {
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

/** A value to suppress, in the normalized form that is hashed. */
export interface SuppressedValue {
  readonly kind: SuppressionKind;
  readonly value: string;
}

/** Parses an address, a domain, or a domain as `@example.com`; returns null for anything else. */
export function suppressedValue(text: string): SuppressedValue | null {
  const entered = text.trim();
  if (entered.lastIndexOf('@') > 0) {
    const email = normalizedEmail(entered);
    return email === null ? null : { kind: 'address', value: email };
  }
  const domain = domainName(entered.replace(/^@/, ''));
  return domain === null ? null : { kind: 'domain', value: domain };
}
