import { csv } from './csv.js';
import { json, ndjson } from './json.js';
import { encoded, type Table } from './table.js';
import { xlsx } from './xlsx.js';

export const EXPORT_FORMATS = ['csv', 'xlsx', 'json', 'ndjson'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

interface Writer {
  readonly contentType: string;
  /** The bytes of the file, produced at the pace of the reader. */
  readonly write: (tables: readonly Table[]) => AsyncIterable<Buffer>;
}

export const WRITERS: Readonly<Record<ExportFormat, Writer>> = {
  csv: { contentType: 'text/csv; charset=utf-8', write: (tables) => encoded(csv(tables)) },
  xlsx: {
    contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    write: (tables) => xlsx(tables),
  },
  json: { contentType: 'application/json; charset=utf-8', write: (tables) => encoded(json(tables)) },
  ndjson: { contentType: 'application/x-ndjson; charset=utf-8', write: (tables) => encoded(ndjson(tables)) },
};
