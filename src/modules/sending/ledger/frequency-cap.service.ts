import { Inject, Injectable } from '@nestjs/common';
import { APP_CONFIG, type AppConfig } from '../../../platform/config/config.js';
import type { Tx } from '../../../platform/database/database.js';
import { idsOf } from '../../../platform/ids/ids.js';
import { readContacts } from '../../contacts/contact/contact-locks.js';

/** An email to a contact; its id is null before it is in the ledger. */
interface Candidate {
  readonly id: number | null;
  readonly contact_id: number | null;
}

/** Why an email must not be sent now. */
export interface Hold {
  /** When to ask again. */
  readonly until: Date;
  /** False: the contact is locked by another transaction, which may be sending the last email under the cap. */
  readonly isOver: boolean;
}

interface Place extends Candidate {
  readonly at: Date;
}

/** The reason of an email or step that is skipped. */
export const FREQUENCY_CAP = 'frequency_cap';
const LOCKED_RETRY_MS = 500;
/** How much later than its claim an email may have been accepted. */
const LONGEST_ATTEMPT_MS = 86_400_000;

/**
 * Limits the campaign and funnel emails of each contact in rolling windows (FREQUENCY_CAP). An email takes its place with
 * `sending_at` and keeps it unless it certainly was not accepted.
 */
@Injectable()
export class FrequencyCap {
  private readonly limits: AppConfig['mail']['frequencyCap'];

  constructor(@Inject(APP_CONFIG) config: AppConfig) {
    this.limits = config.mail.frequencyCap;
  }

  get isSet(): boolean {
    return this.limits.length > 0;
  }

  /**
   * Locks the contacts, so that no other transaction gives away the same place. The caller sets `sending_at` of all emails
   * that are not held in the same transaction. It never waits for a lock, so a locked contact delays no other.
   */
  async holdsOf<Email extends Candidate>(tx: Tx, emails: readonly Email[], now: Date): Promise<Map<Email, Hold>> {
    const holds = new Map<Email, Hold>();
    const contactIds = emails.flatMap(({ contact_id: id }) => id ?? []);
    if (!this.isSet || contactIds.length === 0) return holds;
    const locked = await readContacts<{ id: number }>(tx, contactIds, 'c.id', 'FOR UPDATE SKIP LOCKED');
    const own = new Set(idsOf(locked));
    const places = Map.groupBy(await this.places(tx, contactIds, now), ({ contact_id: id }) => id);
    for (const email of emails) {
      const { id, contact_id: contactId } = email;
      if (contactId === null) continue;
      if (own.has(contactId)) {
        const others = (places.get(contactId) ?? []).filter((place) => id === null || place.id !== id);
        const until = this.freeAt(others);
        if (until > now.getTime()) holds.set(email, { until: new Date(until), isOver: true });
        else places.set(contactId, [...others, { id, contact_id: contactId, at: now }]);
      } else holds.set(email, { until: new Date(now.getTime() + LOCKED_RETRY_MS), isOver: false });
    }
    return holds;
  }

  /** Reads after the locks, in a statement of its own, so that it sees what the previous holders have committed. */
  private async places(tx: Tx, contactIds: readonly number[], now: Date): Promise<Place[]> {
    const longestMs = Math.max(...this.limits.map(({ withinMs }) => withinMs));
    return tx.query<Place>(
      // The index bounds the rows by the window, however many emails a contact has ever received.
      `SELECT id, contact_id, IF(state = 'sending', CAST(:now AS DATETIME(3)), COALESCE(settled_at, sending_at)) AS at
         FROM email_messages FORCE INDEX (ix_email_messages_places)
        WHERE contact_id IN (:contactIds) AND sending_at > :since AND source_type IN ('campaign', 'funnel')
          AND (state NOT IN ('failed', 'skipped', 'cancelled') OR interruptions > 0)`,
      { contactIds, now, since: new Date(now.getTime() - longestMs - LONGEST_ATTEMPT_MS) },
    );
  }

  /** Returns when the window of every limit has a free place. */
  private freeAt(places: readonly Place[]): number {
    const latestFirst = places.map(({ at }) => at.getTime()).sort((one, other) => other - one);
    return Math.max(...this.limits.map(({ emails, withinMs }) => (latestFirst[emails - 1] ?? -Infinity) + withinMs));
  }
}
