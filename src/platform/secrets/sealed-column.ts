import type { Database } from '../database/database.js';
import type { KeyPurpose, Keys } from './keys.js';

/** A column of texts encrypted by `Keys.encrypt`. Its table has an `id`. */
export interface SealedColumn {
  /** Constants, never input; they become part of statements. */
  readonly table: string;
  readonly column: string;
  readonly purpose: KeyPurpose;
  /** Columns of the same row that form the context. */
  readonly contextOf: readonly string[];
  /** Builds the context from these columns. */
  readonly context: (...values: readonly (string | number)[]) => string;
  /** Encrypts plaintext of early versions, or with `look` counts it; returns the number of rows. */
  readonly sealPlain?: (
    db: Database,
    keys: Keys,
    options: { readonly look: boolean; readonly goOn: () => boolean },
  ) => Promise<number>;
}

/** Injection token of all sealed columns. */
export const SEALED_COLUMNS = Symbol('SEALED_COLUMNS');
