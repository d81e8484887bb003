import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import type { StoredAttachment } from '../mail-content/attachments/attachments.service.js';
import type { UtmParameters } from '../mail-content/rendering/contents.service.js';
import { DESIGN_TEMPLATES, type DesignTemplate } from '../mail-content/templates/template.entity.js';
import type { Filters } from '../segments/segments.service.js';
import { type CampaignSettings, DEFAULT_SETTINGS } from './campaign-settings.js';
import { ARCHIVABLE, CAMPAIGN_STATUSES, type CampaignStatus } from './campaign-status.js';

const settingsAsText = {
  to: (settings: CampaignSettings): string => JSON.stringify(settings),
  // Campaigns are older than some of the settings.
  from: (text: string): CampaignSettings => ({ ...DEFAULT_SETTINGS, ...(JSON.parse(text) as CampaignSettings) }),
};

const filtersAsText = {
  to: (filters: Filters | null): string | null => (filters === null ? null : JSON.stringify(filters)),
  from: (text: string | null): Filters | null => (text === null ? null : (JSON.parse(text) as Filters)),
};

/** A segment with its rule. */
export interface SegmentRule {
  readonly id: number;
  readonly filters: Filters;
}

const exclusionsAsText = {
  to: (rules: readonly SegmentRule[] | null): string | null => (rules === null ? null : JSON.stringify(rules)),
  from: (text: string | null): readonly SegmentRule[] | null =>
    text === null ? null : (JSON.parse(text) as SegmentRule[]),
};

/** What web analytics are told about visitors that come from a campaign's links. */
export interface CampaignUtm {
  readonly status: boolean;
  /** Kept while they are switched off, too. */
  readonly parameters: UtmParameters;
}

export const NO_UTM: CampaignUtm = { status: false, parameters: {} };

const utmAsText = {
  to: (utm: CampaignUtm): string => JSON.stringify(utm),
  from: (text: string | null): CampaignUtm => (text === null ? NO_UTM : (JSON.parse(text) as CampaignUtm)),
};

const attachmentsAsText = {
  to: (attachments: readonly StoredAttachment[]): string => JSON.stringify(attachments),
  from: (text: string | null): readonly StoredAttachment[] =>
    text === null ? [] : (JSON.parse(text) as StoredAttachment[]),
};

@Entity('campaigns')
@Index('ux_campaigns_live_title', ['liveTitleKey'], { unique: true })
@Index('ux_campaigns_slug', ['slug'], { unique: true })
@Index('ix_campaigns_status', ['status', 'scheduledAt'])
export class Campaign {
  @PrimaryGeneratedColumn({ type: 'int', unsigned: true }) id!: number;
  @Column({ type: 'varchar', length: 190 }) title!: string;
  /** Null once the campaign is deleted, so that its title is free again. */
  @Column({ type: 'varchar', length: 760, name: 'live_title_key', collation: 'utf8mb4_bin', nullable: true })
  liveTitleKey!: string | null;
  @Column({ type: 'varchar', length: 190, collation: 'utf8mb4_bin' }) slug!: string;
  /** The campaign whose mails this one repeats for some of its recipients. */
  @Column({ type: 'int', unsigned: true, name: 'parent_id', nullable: true }) parentId!: number | null;
  @Column({ type: 'enum', enum: CAMPAIGN_STATUSES, default: 'draft' }) status!: CampaignStatus;
  /** What an archived campaign was before; null when it was cancelled, for that is no way back. */
  @Column({ type: 'enum', enum: ARCHIVABLE, name: 'archived_from', nullable: true })
  archivedFrom!: (typeof ARCHIVABLE)[number] | null;
  @Column({ type: 'varchar', length: 500, name: 'email_subject' }) emailSubject!: string;
  @Column({ type: 'varchar', length: 500, name: 'email_pre_header' }) emailPreHeader!: string;
  @Column({ type: 'mediumtext', name: 'email_body' }) emailBody!: string;
  @Column({ type: 'mediumtext', name: 'email_body_text' }) emailBodyText!: string;
  @Column({ type: 'enum', enum: DESIGN_TEMPLATES, name: 'design_template', default: 'simple' })
  designTemplate!: DesignTemplate;
  /** Where its content was copied from; the template may be another by now, or gone. */
  @Column({ type: 'int', unsigned: true, name: 'template_id', nullable: true }) templateId!: number | null;
  @Column({ type: 'text', nullable: true, transformer: utmAsText }) utm!: CampaignUtm;
  /** What is kept, and shown; the files themselves are immutable rows. */
  @Column({ type: 'text', nullable: true, transformer: attachmentsAsText }) attachments!: readonly StoredAttachment[];
  @Column({ type: 'longtext', transformer: settingsAsText }) settings!: CampaignSettings;
  /** The rule of its segment as it was when the campaign began. */
  @Column({ type: 'mediumtext', name: 'frozen_filters', nullable: true, transformer: filtersAsText })
  frozenFilters!: Filters | null;
  /** The rules of the segments that were left out as they were when the campaign began; null where there are none. */
  @Column({ type: 'mediumtext', name: 'frozen_exclusions', nullable: true, transformer: exclusionsAsText })
  frozenExclusions!: readonly SegmentRule[] | null;
  @Column({ type: 'int', unsigned: true, name: 'recipients_count', default: 0 }) recipientsCount!: number;
  @Column({ type: 'int', unsigned: true, name: 'content_id', nullable: true }) contentId!: number | null;
  /** The last contact that the snapshot of recipients has looked at. */
  @Column({ type: 'int', unsigned: true, name: 'snapshot_position', default: 0 }) snapshotPosition!: number;
  @Column({ type: 'tinyint', unsigned: true, name: 'snapshot_done', default: 0 }) snapshotDone!: number;
  @Column({ type: 'varchar', length: 190, name: 'waiting_reason', nullable: true }) waitingReason!: string | null;
  @Column({ type: 'datetime', name: 'scheduled_at', precision: 0, nullable: true }) scheduledAt!: Date | null;
  /** The end of the range that its mails are spread over. */
  @Column({ type: 'datetime', name: 'scheduled_until', precision: 0, nullable: true }) scheduledUntil!: Date | null;
  /** So long before `scheduledAt` it starts, because that hour comes earlier elsewhere on earth. */
  @Column({ type: 'smallint', unsigned: true, name: 'start_lead_minutes', default: 0 }) startLeadMinutes!: number;
  @Column({ type: 'datetime', name: 'started_at', precision: 3, nullable: true }) startedAt!: Date | null;
  @Column({ type: 'datetime', name: 'finished_at', precision: 3, nullable: true }) finishedAt!: Date | null;
  @Column({ type: 'datetime', name: 'deleted_at', precision: 3, nullable: true }) deletedAt!: Date | null;
  @Column({ type: 'datetime', name: 'created_at', precision: 0, default: () => 'CURRENT_TIMESTAMP' }) createdAt!: Date;
  @Column({
    type: 'datetime',
    name: 'updated_at',
    precision: 0,
    default: () => 'CURRENT_TIMESTAMP',
    onUpdate: 'CURRENT_TIMESTAMP',
  })
  updatedAt!: Date;
}
