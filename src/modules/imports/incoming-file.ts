import { createHash } from 'node:crypto';
import { invalidParam } from '../../platform/errors/app-error.js';
import { EncodingDetector, type TextEncoding } from './reading/text-encoding.js';
import { type ImportFiles, PART_BYTES } from './import-files.js';

/** A completely received file. */
export interface ReceivedFile {
  readonly jobId: number;
  /** The name given by the sender. */
  readonly name: string | null;
  readonly format: 'csv' | 'json';
  readonly bytes: number;
  readonly sha256: string;
  /** Null if the bytes do not look like text. */
  readonly encoding: TextEncoding | null;
  /** Whether it contains zero bytes, which text does not. */
  readonly hasZeros: boolean;
}

/** A file that is being received. It is checked and stored in parts, never as a whole in memory. */
export class IncomingFile {
  private readonly hash = createHash('sha256');
  private readonly encoding = new EncodingDetector();
  private pending: Buffer[] = [];
  private pendingBytes = 0;
  private bytes = 0;
  private parts = 0;
  private hasZeros = false;
  private looksRight = false;

  constructor(
    private readonly files: ImportFiles,
    readonly jobId: number,
    private readonly name: string | null,
    private readonly format: 'csv' | 'json' = 'csv',
  ) {}

  /** @throws AppError rest_invalid_param for a known file type that is not a table. */
  async write(chunk: Buffer): Promise<void> {
    this.hash.update(chunk);
    this.encoding.push(chunk);
    this.hasZeros ||= chunk.includes(0);
    this.bytes += chunk.length;
    this.pending.push(chunk);
    this.pendingBytes += chunk.length;
    if (this.pendingBytes >= PART_BYTES) await this.store();
  }

  /** @throws AppError rest_invalid_param for an empty file or a known file type that is not a table. */
  async finish(): Promise<ReceivedFile> {
    if (this.bytes === 0) throw invalidParam('file', 'is empty');
    await this.store();
    return {
      jobId: this.jobId,
      name: this.name,
      format: this.format,
      bytes: this.bytes,
      sha256: this.hash.digest('hex'),
      encoding: this.encoding.encoding(),
      hasZeros: this.hasZeros,
    };
  }

  private async store(): Promise<void> {
    if (!this.looksRight && this.format === 'csv') {
      const what = this.encoding.nonTextReason;
      if (what !== null) throw invalidParam('file', what);
      this.looksRight = true;
    }
    const all = Buffer.concat(this.pending);
    for (let from = 0; from < all.length; from += PART_BYTES) {
      this.parts += 1;
      await this.files.write(this.jobId, this.parts, all.subarray(from, from + PART_BYTES));
    }
    this.pending = [];
    this.pendingBytes = 0;
  }
}
