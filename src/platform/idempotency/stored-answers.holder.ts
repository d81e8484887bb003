import { Injectable } from '@nestjs/common';
import type { Tx } from '../database/database.js';
import { HoldsPersonalData, type Person, type PersonalDataHolder } from '../personal-data/personal-data-holder.js';
import { Keys } from '../secrets/keys.js';
import { IdempotencyKeys } from './idempotency-keys.js';
import { addressNamed, contactNamed, withoutPerson } from './named-people.js';

interface AnswerRow {
  readonly id: number;
  readonly claim_token: string;
  readonly body: string;
}

/**
 * Answers that wait a day for the same request to come again. They are encrypted, but whoever repeats the request is shown
 * what was answered; so they lose what they say about a person, and go on keeping the request from being done twice.
 */
@Injectable()
@HoldsPersonalData()
export class StoredAnswers implements PersonalDataHolder {
  readonly section = 'stored_answers';
  readonly tables = ['idempotency_keys', 'idempotency_people'];

  constructor(
    private readonly answers: IdempotencyKeys,
    private readonly keys: Keys,
  ) {}

  /** They repeat what other tables say. */
  exportOf(): Promise<null> {
    return Promise.resolve(null);
  }

  async erase(tx: Tx, person: Person): Promise<void> {
    const hashes = [addressNamed(person.email), contactNamed(person.contactId)].flatMap((named) =>
      this.answers.hashesOf(named),
    );
    const rows = await tx.query<AnswerRow>(
      `SELECT k.id, k.claim_token, k.body FROM idempotency_people p JOIN idempotency_keys k ON k.id = p.key_id
        WHERE p.hash IN (:hashes) AND k.body IS NOT NULL GROUP BY k.id ORDER BY k.id`,
      { hashes },
    );
    for (const { id, claim_token: token, body } of rows) {
      const answer = JSON.parse(this.keys.decrypt('idempotency-answers', body, token)) as unknown;
      const blank = JSON.stringify(withoutPerson(answer, person));
      await tx.execute('UPDATE idempotency_keys SET body = :body WHERE id = :id AND claim_token = :token', {
        id,
        token,
        body: this.keys.encrypt('idempotency-answers', blank, token),
      });
    }
    await tx.execute('DELETE FROM idempotency_people WHERE hash IN (:hashes)', { hashes });
  }

  async sweep(tx: Tx, person: Person): Promise<void> {
    await this.erase(tx, person);
  }

  /** Gone after a day. */
  async merge(): Promise<void> {
    // Nothing to do.
  }
}
