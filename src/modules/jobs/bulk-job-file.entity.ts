import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * A part of the file of an import, in the database because the worker may live on another machine. The parts are gone once
 * the import is over.
 */
@Entity('bulk_job_files')
export class BulkJobFile {
  @PrimaryColumn({ type: 'int', unsigned: true, name: 'job_id' }) jobId!: number;
  @PrimaryColumn({ type: 'int', unsigned: true }) part!: number;
  @Column({ type: 'mediumblob' }) content!: Buffer;
}
