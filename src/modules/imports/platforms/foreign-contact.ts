import type { ContactStatus } from '../../contacts/contact-status.js';

/** Members of a contact that another system may know, by their names on the wire. */
export const FOREIGN_FIELDS = [
  'first_name',
  'last_name',
  'full_name',
  'user_id',
  'contact_type',
  'phone',
  'address_line_1',
  'address_line_2',
  'city',
  'state',
  'country',
  'postal_code',
  'date_of_birth',
] as const;
export type ForeignField = (typeof FOREIGN_FIELDS)[number];

/** One person as another system knew them, before it is decided what becomes of it here. */
export interface ForeignContact {
  /** As it stands in the file. */
  readonly email: string;
  readonly status: ContactStatus;
  readonly fields: Readonly<Partial<Record<ForeignField, string>>>;
  /** Whatever else there is, by the title of its column; only what is not empty. */
  readonly values: Readonly<Record<string, string>>;
  readonly tags: readonly string[];
  readonly lists: readonly string[];
  /** What is known of how the person agreed, or took it back; null when nothing is. */
  readonly evidence: ForeignEvidence | null;
  /** Whether the other system would never have mailed the address again. */
  readonly blocked: boolean;
}

export interface ForeignEvidence {
  /** From where the person agreed; null for one who does not agree any more, and for what is no address. */
  readonly ip: string | null;
  /** By the names that the other system gives them: moments, addresses, reasons. */
  readonly facts: Readonly<Record<string, string>>;
}

/** A file of another system, its header read. */
export interface ForeignFile {
  /** Titles of columns of which nothing is taken over. */
  readonly ignored: readonly string[];
  /** Where the best standing in this file is; files with a better one are read first. */
  readonly best: ContactStatus;
  /** @param cells of one record; missing ones are empty. */
  read(cells: readonly string[]): ForeignContact;
}

export interface OpeningOptions {
  /** What columns are that the system's own names do not tell, by the title of the column. */
  readonly map: ColumnMap;
  /** Nobody in the file is taken to stand better than this; null leaves it to the file. */
  readonly atBest: ContactStatus | null;
}

/** What somebody says of columns: `email`, a member of a contact, or `-` for one that is not wanted. */
export type ColumnMap = ReadonlyMap<string, string>;

/** A system that people move away from, as the files that it hands out. */
export interface ForeignSystem {
  /** For people. */
  readonly title: string;
  /**
   * @param name of the file, without its folder.
   * @throws AppError rest_invalid_param when it is no such file.
   */
  open(name: string, header: readonly string[], options: OpeningOptions): ForeignFile;
}
