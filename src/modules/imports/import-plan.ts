import type { CellFormat } from './cell-formats.js';
import type { WriteOptions } from './import-options.js';
import type { FileForm } from './reading/record-source.js';

/** Missing in plans of older versions. */
type LaterOption = 'on_bad_cell' | 'date_format';

/** What a worker needs to run an import, stored with the job; `WriteOptions` are as requested. */
export interface ImportPlan extends Omit<WriteOptions, LaterOption>, Readonly<Record<string, unknown>> {
  readonly on_bad_cell?: WriteOptions['on_bad_cell'];
  readonly date_format?: WriteOptions['date_format'];
  readonly file: ImportedFile;
  readonly headers: readonly string[];
  /** The field of each column; null for an ignored one. */
  readonly columns: readonly (string | null)[];
  readonly ignored_columns: readonly string[];
  /** The formats of the columns, detected when the rows were counted; null if unknown. */
  readonly formats?: readonly (CellFormat | null)[];
}

export interface ImportedFile extends FileForm {
  readonly bytes: number;
  /** Whether some characters could not be decoded. Cells with such characters are refused. */
  readonly damaged: boolean;
}

export const planOf = ({ options }: { readonly options: string }): ImportPlan => JSON.parse(options) as ImportPlan;
