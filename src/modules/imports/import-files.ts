import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';

/** Written as text a part is twice as long, and no server takes statements of more than some megabytes. */
export const PART_BYTES = 512 * 1024;

/** The files of imports, in parts, in the database: the worker may live on another machine. */
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

  /** From the beginning to the end, each part read while the one before it is being used. */
  async *read(jobId: number): AsyncGenerator<Buffer> {
    let next = this.part(jobId, 1);
    for (let part = 2; ; part += 1) {
      const content = await next;
      if (content === null) return;
      next = this.part(jobId, part);
      // Whoever waits for it hears of its failure; until then nobody listens.
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
