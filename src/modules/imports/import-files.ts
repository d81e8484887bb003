import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';

/** As SQL text a part is twice as long, which must stay below the packet limit. */
export const PART_BYTES = 512 * 1024;

/** Stores the files of imports in parts in the database: the worker may run on another machine. */
@Injectable()
export class ImportFiles {
  constructor(private readonly db: Database) {}

  async write(jobId: number, part: number, content: Buffer): Promise<void> {
    await this.db.transaction((tx) =>
      tx.execute('INSERT INTO bulk_job_files (job_id, part, content) VALUES (:jobId, :part, :content)', {
        jobId,
        part,
        content,
      }),
    );
  }

  /** Reads the parts in order, one ahead. */
  async *read(jobId: number): AsyncGenerator<Buffer> {
    let next = this.part(jobId, 1);
    for (let part = 2; ; part += 1) {
      const content = await next;
      if (content === null) return;
      next = this.part(jobId, part);
      // Prevents an unhandled rejection; the next iteration awaits and reports it.
      next.catch(() => undefined);
      yield content;
    }
  }

  private async part(jobId: number, part: number): Promise<Buffer | null> {
    const [row] = await this.db.query<{ content: Buffer }>(
      'SELECT content FROM bulk_job_files WHERE job_id = :jobId AND part = :part',
      { jobId, part },
    );
    return row?.content ?? null;
  }
}
