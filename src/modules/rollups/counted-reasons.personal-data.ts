import { Inject } from '@nestjs/common';
import { APP_CONFIG, type AppConfig } from '../../platform/config/config.js';
import type { Tx } from '../../platform/database/database.js';
import { type IdentifyingWords, withoutIdentifyingComment } from '../../platform/personal-data/identifying-words.js';
import type { Person, PersonalDataStore } from '../../platform/personal-data/personal-data-store.js';
import { StoresPersonalData } from '../../platform/personal-data/personal-data-store.js';
import { PersonIdentities } from '../privacy/person-identity.service.js';
import { localTime } from '../../platform/clock/local-time.js';
import { countedReason } from './count-event.js';

interface OptOutRow {
  readonly reason: string;
  readonly at: Date;
}

/**
 * Personal data in counted opt-out reasons, which may be free text that identifies a contact. An erasure moves the
 * count to the selected reason, as in the event, so a rebuild gives the same result. Must run while the emails still have the text; see
 * `PersonalDataRegistry`.
 */
@StoresPersonalData()
export class CountedReasons implements PersonalDataStore {
  readonly section = 'counted_reasons';
  readonly tables = ['reason_daily_stats'];

  constructor(
    private readonly people: PersonIdentities,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  async erase(tx: Tx, person: Person): Promise<void> {
    const said = await tx.query<OptOutRow>(
      // Events that the relay has not processed are not counted yet.
      `SELECT m.unsubscribe_reason AS reason, m.unsubscribed_at AS at FROM email_messages m
        WHERE m.contact_id = :contactId AND m.unsubscribe_reason IS NOT NULL AND m.unsubscribed_at IS NOT NULL
          AND NOT EXISTS (SELECT 1 FROM domain_events e
                           WHERE e.type = 'email.unsubscribed' AND e.subject_id = m.id AND e.state = 'new')`,
      { contactId: person.contactId },
    );
    if (said.length === 0) return;
    const { words } = await this.people.of(tx, person);
    for (const optOut of said) await this.move(tx, optOut, words);
  }

  private async move(tx: Tx, { reason, at }: OptOutRow, words: IdentifyingWords): Promise<void> {
    const left = withoutIdentifyingComment(reason, words);
    if (left === reason) return;
    const { day } = localTime(at, this.config.timeZone);
    const params = { day, reason: countedReason(reason), left: countedReason(left) };
    const { affectedRows } = await tx.execute(
      `UPDATE reason_daily_stats SET total = total - 1
        WHERE day = :day AND kind = 'opt_out' AND reason = :reason AND total > 0`,
      params,
    );
    if (affectedRows === 0) return;
    await tx.execute(
      `DELETE FROM reason_daily_stats WHERE day = :day AND kind = 'opt_out' AND reason = :reason AND total = 0`,
      params,
    );
    await tx.execute(
      `INSERT INTO reason_daily_stats (day, kind, reason, total) VALUES (:day, 'opt_out', :left, 1)
       ON DUPLICATE KEY UPDATE total = total + 1`,
      params,
    );
  }
}
