import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import { invalidParam } from '../../platform/errors/app-error.js';
import { oneAhead } from '../../platform/export/table.js';
import { EncodingDetector, type TextEncoding } from './reading/text-encoding.js';

/** As SQL text a part is twice as long, which must stay below the packet limit. */
const PART_BYTES = 512 * 1024;

export type Chunks = AsyncIterable<Buffer> | Iterable<Buffer>;

export interface StoredFile {
  readonly format: 'csv' | 'json';
  readonly bytes: number;
  readonly sha256: string;
  /** Null if the bytes do not look like text. */
  readonly encoding: TextEncoding | null;
  /** Whether it contains zero bytes, which text does not. */
  readonly hasZeros: boolean;
}

/** Stores the files of imports in parts in the database: the worker may run on another machine. */
@Injectable()
export class ImportFiles {
  constructor(private readonly db: Database) {}

  /** Stores a file as it arrives. @throws AppError rest_invalid_param for an empty file, or a type that is no table. */
  async store(jobId: number, format: 'csv' | 'json', chunks: Chunks): Promise<StoredFile> {
    const hash = createHash('sha256');
    const encoding = new EncodingDetector();
    let [bytes, part, hasZeros] = [0, 0, false];
    for await (const content of inParts(chunks)) {
      hash.update(content);
      encoding.push(content);
      hasZeros ||= content.includes(0);
      bytes += content.length;
      part += 1;
      const reason = format === 'csv' ? encoding.nonTextReason : null;
      if (reason !== null) throw invalidParam('file', reason);
      const values = { jobId, part, content };
      await this.db.execute(
        'INSERT INTO bulk_job_files (job_id, part, content) VALUES (:jobId, :part, :content)',
        values,
      );
    }
    if (bytes === 0) throw invalidParam('file', 'is empty');
    return { format, bytes, sha256: hash.digest('hex'), encoding: encoding.encoding(), hasZeros };
  }

  /** Reads the parts in order, one ahead. */
  read(jobId: number): AsyncGenerator<Buffer> {
    return oneAhead(this.parts(jobId));
  }

  private async *parts(jobId: number): AsyncGenerator<Buffer> {
    for (let part = 1; ; part += 1) {
      const [row] = await this.db.query<{ content: Buffer }>(
        'SELECT content FROM bulk_job_files WHERE job_id = :jobId AND part = :part',
        { jobId, part },
      );
      if (!row) return;
      yield row.content;
    }
  }
}

/** Joins small chunks and splits large ones. */
async function* inParts(chunks: Chunks): AsyncGenerator<Buffer> {
  let pending: Buffer[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    pending.push(chunk);
    length += chunk.length;
    if (length < PART_BYTES) continue;
    const all = Buffer.concat(pending);
    const whole = length - (length % PART_BYTES);
    for (let from = 0; from < whole; from += PART_BYTES) yield all.subarray(from, from + PART_BYTES);
    pending = [all.subarray(whole)];
    length -= whole;
  }
  if (length > 0) yield Buffer.concat(pending);
}
