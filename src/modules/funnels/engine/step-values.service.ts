import { Injectable } from '@nestjs/common';
import type { Tx } from '../../../platform/database/database.js';
import { ContactValues, type MergeValues } from '../../mail-content/rendering/contact-values.service.js';
import type { EntryAtStep } from './step-action.js';

/** What came with the trigger stands beside what is known of the contact. */
export type StepTextValues = MergeValues & { readonly trigger: Readonly<Record<string, unknown>> };

/** Reads what the texts of steps are filled in with: the same as mails, and `trigger`. */
@Injectable()
export class StepValues {
  constructor(private readonly contacts: ContactValues) {}

  /** @returns by contact id; without those who are gone. */
  async of(tx: Tx, entries: readonly EntryAtStep[]): Promise<ReadonlyMap<number, StepTextValues>> {
    const values = await this.contacts.of(
      entries.map(({ contactId }) => contactId),
      tx,
    );
    return new Map(
      entries.flatMap(({ contactId, payload }) => {
        const known = values.get(contactId);
        return known ? [[contactId, { ...known, trigger: payload }]] : [];
      }),
    );
  }
}
