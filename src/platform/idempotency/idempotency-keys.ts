import { ulid } from '../ids/ulid.js';
import { AppError, invalidParam } from '../errors/app-error.js';
import { OutcomeUnknown } from '../errors/database-errors.js';
import { Database, type Tx } from '../database/database.js';
import { numberOf } from '../database/records.js';
import { Keys, type SealedColumn } from '../secrets/keys.js';
import { type NamedContact, contactsNamedIn } from './named-contacts.js';
import { type PeriodicRun, inBatches, RegistersRetention, type RetentionPolicy } from '../work/periodic.js';
import type { IncomingMessage } from 'node:http';

const WELL_FORMED = /^[\x21-\x7e]{1,190}$/;

/** @returns null without a key. @throws AppError rest_invalid_param for a key that cannot be stored. */
export function idempotencyKeyOf({ headers }: Pick<IncomingMessage, 'headers'>): string | null {
  const key = headers['idempotency-key'];
  if (key === undefined) return null;
  if (typeof key !== 'string' || !WELL_FORMED.test(key))
    throw invalidParam('Idempotency-Key', 'must be 1 to 190 printable characters');
  return key;
}

/** How long a claim without an answer blocks its key after its process stopped renewing it. */
const CLAIM_SECONDS = 60;
const KEPT_HOURS = 24;
const REMOVED_AT_ONCE = 5_000;
const HASH_LENGTH = 8;

/** Encrypted with the token of the claim as context, which changes when the key is reused. */
export const SEALED_ANSWERS: SealedColumn = {
  table: 'idempotency_keys',
  column: 'body',
  purpose: 'idempotency-answers',
  contextOf: ['claim_token'],
  context: (token) => String(token),
};

type IdempotencyClaim =
  | { readonly kind: 'run'; readonly token: string }
  | { readonly kind: 'replay'; readonly status: number; readonly body: string };

type ClaimRequest = Readonly<Record<'key' | 'fingerprint' | 'token', string> & { credentialId: number }>;

interface KeyRow {
  fingerprint: string;
  claim_token: string;
  status: number | null;
  body: string;
  expired: number;
  abandoned: number;
}

/** Stores answers by `Idempotency-Key`, with the effects of the request. Encrypted: some contain a secret that is shown once. */
@RegistersRetention()
export class IdempotencyKeys implements RetentionPolicy {
  readonly subject = 'stored answers';

  constructor(
    private readonly db: Database,
    private readonly keys: Keys,
  ) {}

  /** @throws AppError idempotency_key_reused, idempotency_in_progress */
  async claim(credentialId: number, key: string, fingerprint: string): Promise<IdempotencyClaim> {
    const request = { credentialId, key, fingerprint, token: ulid() };
    const claimed = () => this.db.transaction((tx) => this.claimIn(tx, request));
    // A claim whose COMMIT was lost has the same token. Without the repetition it would block the key until it expires.
    return claimed().catch((error: unknown) => {
      if (!(error instanceof OutcomeUnknown)) throw error;
      return claimed().catch(async (later: unknown) => {
        await this.release(request.token);
        throw later;
      });
    });
  }

  private async claimIn(tx: Tx, request: ClaimRequest): Promise<IdempotencyClaim> {
    const sql = `INSERT INTO idempotency_keys (credential_id, idempotency_key, fingerprint, claim_token)
      VALUES (:credentialId, :key, :fingerprint, :token)
      ON DUPLICATE KEY UPDATE claim_token = claim_token`;
    await tx.execute(sql, request);
    const [row] = await tx.query<KeyRow>(
      `SELECT fingerprint, claim_token, status, body,
              created_at < NOW(3) - INTERVAL ${KEPT_HOURS} HOUR AS expired,
              status IS NULL AND claimed_at < NOW(3) - INTERVAL ${CLAIM_SECONDS} SECOND AS abandoned
         FROM idempotency_keys
        WHERE credential_id = :credentialId AND idempotency_key = :key
          FOR UPDATE`,
      request,
    );
    const { token, fingerprint } = request;
    if (!row || row.claim_token === token) return { kind: 'run', token };
    if (row.expired === 1 || (row.abandoned === 1 && row.fingerprint === fingerprint)) {
      await tx.execute(
        `UPDATE idempotency_keys
            SET claim_token = :token, fingerprint = :fingerprint, status = NULL, body = NULL,
                created_at = NOW(3), claimed_at = NOW(3)
          WHERE credential_id = :credentialId AND idempotency_key = :key`,
        request,
      );
      return { kind: 'run', token };
    }
    if (row.fingerprint !== fingerprint)
      throw new AppError('idempotency_key_reused', 'This Idempotency-Key was used for another request.');
    if (row.status === null) throw inProgress();
    const body = this.keys.decrypt('idempotency-answers', row.body, row.claim_token);
    return { kind: 'replay', status: row.status, body };
  }

  /** Stores the answer in the transaction of the request. @throws AppError idempotency_in_progress if the claim was taken over. */
  async complete(tx: Tx, token: string, status: number, body: unknown): Promise<void> {
    const answer = JSON.stringify(body ?? null);
    const sql = 'UPDATE idempotency_keys SET status = :status, body = :body WHERE claim_token = :token';
    const sealed = this.keys.encrypt('idempotency-answers', answer, token);
    const { affectedRows } = await tx.execute(sql, { token, status, body: sealed });
    if (affectedRows === 0) throw inProgress();
    await this.storeNamedContacts(tx, token, JSON.parse(answer));
  }

  /** Hashes of a contact under all keys of the purpose, the current one first. */
  hashesOf(person: NamedContact): Buffer[] {
    return this.keys.hmacs('idempotency-people', person).map((hash) => hash.subarray(0, HASH_LENGTH));
  }

  /** Hashes of the contacts in the answer, which is encrypted and cannot be searched. */
  private async storeNamedContacts(tx: Tx, token: string, answer: unknown): Promise<void> {
    const hashes = Array.from(contactsNamedIn(answer), (person) => this.hashesOf(person)[0]);
    if (hashes.length === 0) return;
    const keyId = await numberOf(tx, 'SELECT id FROM idempotency_keys WHERE claim_token = :token', { token });
    const rows = hashes.flatMap((hash) => (hash ? [[hash, keyId]] : []));
    await tx.insertRows('idempotency_people', ['hash', 'key_id'], rows, { modifier: 'IGNORE' });
  }

  /** Renews the claim while the handler runs. A failed renewal is harmless: the next one comes before the claim expires. */
  async renew(token: string): Promise<void> {
    const sql = 'UPDATE idempotency_keys SET claimed_at = NOW(3) WHERE claim_token = :token AND status IS NULL';
    await this.db.execute(sql, { token }).catch(() => undefined);
  }

  /** Waits for the transaction of the request. @returns whether the answer is stored, which proves its commit. */
  async isAnswered(token: string): Promise<boolean> {
    const sql = 'SELECT status FROM idempotency_keys WHERE claim_token = :token FOR UPDATE';
    return this.db.transaction(async (tx) => (await numberOf(tx, sql, { token })) > 0);
  }

  /** Releases the key after a failed request. Repeated while the database is away, until the claim expires. */
  async release(token: string, attempts = CLAIM_SECONDS): Promise<void> {
    const sql = 'DELETE FROM idempotency_keys WHERE claim_token = :token AND status IS NULL';
    await this.db.execute(sql, { token }).catch(() => {
      if (attempts > 1) setTimeout(() => void this.release(token, attempts - 1), 1_000).unref();
    });
  }

  async remove(run: PeriodicRun): Promise<number> {
    const sql = `DELETE FROM idempotency_keys
      WHERE created_at < NOW(3) - INTERVAL ${KEPT_HOURS} HOUR LIMIT ${REMOVED_AT_ONCE}`;
    return inBatches(run, REMOVED_AT_ONCE, async () => (await this.db.execute(sql)).affectedRows);
  }
}

const inProgress = (): AppError =>
  new AppError('idempotency_in_progress', 'A request with this Idempotency-Key is still running.');
