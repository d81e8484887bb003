import type { ContactInput } from '../contact-check.service.js';
import type { ContactStatus } from '../contact-status.js';
import type { ChangeCause } from '../contact-writer.service.js';
import type { RecordedChanges } from './recorded-changes.js';

/** How many contacts are to be written. */
export interface BulkWriteOptions {
  /** Contacts that exist get what is supplied; otherwise they are passed over. */
  readonly update: boolean;
  /** A manager's word on the status, also over a strict one; otherwise a status moves as by a signal. */
  readonly forceStatus: boolean;
  /**
   * What a new contact becomes that says nothing of it; those that exist stay what they are. Null: it is a fault not to say
   * it of a new contact, unless `doubleOptIn` says it.
   */
  readonly statusOfNew: ContactStatus | null;
  /**
   * Whoever would become subscribed becomes pending and is asked by mail, once in a call; as in a single write also who is
   * pending already. Whose status may not be changed to pending is not asked and keeps it.
   */
  readonly doubleOptIn: boolean;
  readonly cause: ChangeCause;
  /** Nobody outside is told and nothing is set off, save the mails of `doubleOptIn`, which somebody has ordered. */
  readonly silent: boolean;
  /** Whether `changes` of the outcomes are wanted. */
  readonly recordChanges: boolean;
}

/** What became of one of them. */
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
      /** By field, as in `data.params`. */
      readonly reasons: Readonly<Record<string, string>>;
    };

/** One contact that comes in; labels and values as in the API. */
export type BulkRow = ContactInput;
