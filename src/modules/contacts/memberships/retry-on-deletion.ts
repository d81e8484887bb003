import type { Tx } from '../../../platform/database/database.js';
import { AppError } from '../../../platform/errors/app-error.js';
import { isContactRace, MAX_CONTACT_RACES } from '../contact/contact-locks.js';

/**
 * Retries a write of memberships that fails because a label is being deleted: it can still be read, but not counted. For
 * automatic writes, which have no caller to refuse; each attempt is rolled back.
 * @param attempt reads what exists, and throws an AppError if some of it was deleted meanwhile.
 */
export async function retryOnDeletion<T>(tx: Tx, attempt: () => Promise<T>): Promise<T> {
  for (let race = 1; ; race += 1)
    try {
      return await tx.savepoint(() => tx.withDeferred(attempt));
    } catch (error) {
      if (!(error instanceof AppError || isContactRace(error)) || race === MAX_CONTACT_RACES) throw error;
    }
}
