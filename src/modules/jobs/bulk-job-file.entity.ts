import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A part of the file of an import. It is in the database because the worker may run on another machine. Removed when the import ends. */
@Entity('bulk_job_files')
export class BulkJobFile {
  @PrimaryColumn({ type: 'int', unsigned: true, name: 'job_id' }) jobId!: number;
  @PrimaryColumn({ type: 'int', unsigned: true }) part!: number;
  @Column({ type: 'mediumblob' }) content!: Buffer;
}
