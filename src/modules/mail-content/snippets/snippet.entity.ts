import { Column, Entity, Index, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';
import { USER_TYPES, type UserType } from '../rendering/snippet-texts.js';
import * as column from '../../../platform/database/columns.js';

export const KEY_LENGTH = 64;
export const KEY = /^[a-z0-9_-]+$/;
const key = { type: 'varchar', length: KEY_LENGTH, ...column.ascii } as const;

/** Content that emails render by its key. */
@Entity('snippets')
@Index('ux_snippets_key', ['snippetKey'], { unique: true })
export class Snippet {
  @PrimaryGeneratedColumn(column.unsigned) id!: number;
  @Column(key) snippetKey!: string;
  @Column(column.shortText) title!: string;
  @Column({ type: 'mediumtext', nullable: true }) html!: string | null;
  @Column({ type: 'mediumtext', nullable: true }) mjml!: string | null;
  @Column({ type: 'mediumtext', nullable: true }) text!: string | null;
  @Column(column.second) createdAt!: Date;
  @Column(column.second) updatedAt!: Date;
}

/** A content that names a snippet itself; written with the content, because a search through all contents would take minutes. */
@Entity('snippet_uses')
@Index('ix_snippet_uses_key', ['snippetKey', 'userType', 'userId'])
export class SnippetUse {
  @PrimaryColumn({ type: 'enum', enum: USER_TYPES }) userType!: UserType;
  @PrimaryColumn(column.unsigned) userId!: number;
  @PrimaryColumn(key) snippetKey!: string;
}
