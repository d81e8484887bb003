import type { ConsentEvidence } from '../contacts/consent/consent-log.js';
import type { ContactStatus } from '../contacts/contact-status.js';
import type { FileForm } from './reading/record-source.js';

/** Everything that a worker has to know to do an import, as it is kept with the job; the first part as it came in. */
export interface ImportPlan extends Readonly<Record<string, unknown>> {
  readonly tags: readonly number[];
  readonly lists: readonly number[];
  readonly new_status: ContactStatus;
  readonly update: boolean;
  readonly force_update_status: boolean;
  readonly create_labels: boolean;
  readonly dry_run: boolean;
  readonly double_optin: boolean;
  readonly silent: boolean;
  readonly consent: ConsentEvidence | null;
  readonly file: ImportedFile;
  /** The names of the columns. */
  readonly headers: readonly string[];
  /** What each of them holds; null for one that is not read. */
  readonly columns: readonly (string | null)[];
  readonly ignored_columns: readonly string[];
}

export interface ImportedFile extends FileForm {
  readonly bytes: number;
  /** Some of its letters could not be read, or are none. Cells with such are refused. */
  readonly damaged: boolean;
}

export const planOf = ({ options }: { readonly options: string }): ImportPlan => JSON.parse(options) as ImportPlan;
