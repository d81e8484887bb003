import type { Tx } from '../database/database.js';
import { StoresPersonalData, type Person, type PersonalDataStore } from '../personal-data/personal-data-store.js';
import { Keys } from '../secrets/keys.js';
import { IdempotencyKeys } from './idempotency-keys.js';
import { addressNamed, contactNamed, withoutContactData } from './named-contacts.js';

interface AnswerRow {
  readonly id: number;
  readonly claim_token: string;
  readonly body: string;
}

/** Answers of a day, which a retry shows. Without the data of an erased contact, the key still prevents a second execution. */
@StoresPersonalData()
export class StoredAnswers implements PersonalDataStore {
  readonly section = 'stored_answers';
  readonly tables = ['idempotency_keys', 'idempotency_people'];

  constructor(
    private readonly answers: IdempotencyKeys,
    private readonly keys: Keys,
  ) {}

  async erase(tx: Tx, person: Person): Promise<void> {
    const names = [addressNamed(person.email), contactNamed(person.contactId)];
    const hashes = names.flatMap((named) => this.answers.hashesOf(named));
    const rows = await tx.query<AnswerRow>(
      `SELECT k.id, k.claim_token, k.body FROM idempotency_people p JOIN idempotency_keys k ON k.id = p.key_id
        WHERE p.hash IN (:hashes) AND k.body IS NOT NULL GROUP BY k.id ORDER BY k.id`,
      { hashes },
    );
    for (const { id, claim_token: token, body } of rows) {
      const answer = JSON.parse(this.keys.decrypt('idempotency-answers', body, token)) as unknown;
      const blank = JSON.stringify(withoutContactData(answer, person));
      const sealed = this.keys.encrypt('idempotency-answers', blank, token);
      const sql = 'UPDATE idempotency_keys SET body = :sealed WHERE id = :id AND claim_token = :token';
      await tx.execute(sql, { id, token, sealed });
    }
    const sql = 'DELETE FROM idempotency_people WHERE hash IN (:hashes)';
    await tx.execute(sql, { hashes });
  }

  async sweep(tx: Tx, person: Person): Promise<void> {
    await this.erase(tx, person);
  }
}
