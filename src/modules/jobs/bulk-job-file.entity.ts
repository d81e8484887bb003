import { Column, Entity, PrimaryColumn } from 'typeorm';
import { unsigned } from '../../platform/database/columns.js';

/** A part of the file of an import. It is in the database because the worker may run on another machine. Removed when the import ends. */
@Entity('bulk_job_files')
export class BulkJobFile {
  @PrimaryColumn(unsigned) jobId!: number;
  @PrimaryColumn(unsigned) part!: number;
  @Column({ type: 'mediumblob' }) content!: Buffer;
}
