import type { ContactInput } from '../writing/contact-check.service.js';
import type { ContactStatus } from '../contact/contact-status.js';
import type { WriteOptions } from '../writing/contact-plan.js';
import type { RecordedChanges } from './recorded-changes.js';

export interface BulkWriteOptions extends Required<Omit<WriteOptions, 'keepSuppressions'>> {
  /** Whether existing contacts are updated; otherwise they are skipped. */
  readonly update: boolean;
  /** The status of new contacts without one. Null: a new contact must have a status, unless `doubleOptIn` is set. */
  readonly statusOfNew: ContactStatus | null;
}

export type BulkOutcome =
  | {
      readonly kind: 'created';
      readonly contactId: number;
      readonly changes: RecordedChanges | null;
    }
  | {
      readonly kind: 'updated';
      readonly contactId: number;
      readonly keptStatus: boolean;
      readonly changes: RecordedChanges | null;
    }
  | {
      readonly kind: 'skipped';
      readonly contactId: number;
      readonly why: 'exists' | 'unchanged';
      readonly keptStatus: boolean;
    }
  | {
      readonly kind: 'invalid';
      /** Reasons by field, as in `data.params`. */
      readonly reasons: Readonly<Record<string, string>>;
    };

/** A contact to write; labels and values as in the API. */
export type BulkRow = ContactInput;

/** Joins all reasons into one text: `email must be one email address; status is required`. */
export function reasonsInWords(reasons: Readonly<Record<string, string>>): string {
  return Object.entries(reasons)
    .map(([field, reason]) => `${field} ${reason}`)
    .join('; ');
}
