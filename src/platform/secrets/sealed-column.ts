import type { Database } from '../database/database.js';
import type { KeyPurpose, Keys } from './keys.js';

/** A column in which texts stand that `Keys.encrypt` has sealed. Its table has an `id`. */
export interface SealedColumn {
  /** Names of ours, never input; they become part of statements. */
  readonly table: string;
  readonly column: string;
  readonly purpose: KeyPurpose;
  /** Columns of the same row that the context is made of. */
  readonly contextOf: readonly string[];
  /** The context, from these columns in their order. */
  readonly context: (...values: readonly (string | number)[]) => string;
  /** Seals what earlier versions stored in clear, or with `look` only counts it; returns how many rows. */
  readonly sealPlain?: (
    db: Database,
    keys: Keys,
    options: { readonly look: boolean; readonly goOn: () => boolean },
  ) => Promise<number>;
}

/** The token under which all of them are injected. */
export const SEALED_COLUMNS = Symbol('SEALED_COLUMNS');
