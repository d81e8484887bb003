import { Column, Entity, Index, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';
import * as column from '../../../platform/database/columns.js';

/** A segment whose members are kept, because something needs its events. */
@Entity('segment_watches')
export class SegmentWatch {
  @PrimaryColumn(column.unsigned) segmentId!: number;
  /** `WatchedRules` identifies the rule by it. Empty: the members are being removed. */
  @Column(column.shortText) watchedKey!: string;
  /** Whether the first walk is complete; until then, members are known up to `position`. */
  @Column(column.flag) baseline!: number;
  /** The last contact of the current walk. */
  @Column(column.count) position!: number;
  @Column(column.flag) usesEmails!: number;
  @Column(column.moment) nextWalkAt!: Date;
  /** Contacts whose relative dates changed until then are marked. */
  @Column(column.moment) checkedUntil!: Date;
}

@Entity('segment_members')
@Index('ix_segment_members_segment', ['segmentId', 'contactId'])
export class SegmentMember {
  @PrimaryColumn(column.unsigned) contactId!: number;
  @PrimaryColumn(column.unsigned) segmentId!: number;
}

/** A contact to compare with the watched segments. Rows are only added, so that the relay never waits for one. */
@Entity('segment_marks')
export class SegmentMark {
  @PrimaryGeneratedColumn(column.bigUnsigned) id!: number;
  @Column(column.unsigned) contactId!: number;
  /** The events of a silent change are silent. */
  @Column(column.flag) silent!: number;
  @Column(column.atInsert) markedAt!: Date;
}
