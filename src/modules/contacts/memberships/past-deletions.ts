import type { Tx } from '../../../platform/database/database.js';
import { AppError } from '../../../platform/errors/app-error.js';

const MAX_RACES = 5;

/**
 * A label that is being deleted can still be seen, and not be counted any more. Who writes memberships for the product
 * itself has nobody to refuse: he takes it back and looks once more, and then the label is gone.
 * @param attempt looks for what exists, and throws an AppError where something of that was deleted meanwhile.
 */
export async function pastDeletions<T>(tx: Tx, attempt: () => Promise<T>): Promise<T> {
  for (let race = 1; ; race += 1)
    try {
      return await tx.savepoint(attempt);
    } catch (error) {
      if (!(error instanceof AppError) || race === MAX_RACES) throw error;
    }
}
