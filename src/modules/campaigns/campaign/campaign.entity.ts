import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import type { StoredAttachment } from '../../mail-content/attachments/attachments.service.js';
import type { UtmParameters } from '../../mail-content/rendering/contents.service.js';
import { DESIGN_TEMPLATES, type DesignTemplate } from '../../mail-content/templates/template.entity.js';
import type { Filters } from '../../segments/segments.service.js';
import { type CampaignSettings, DEFAULT_SETTINGS } from './campaign-settings.js';
import { ARCHIVABLE, CAMPAIGN_STATUSES, type CampaignStatus } from '../../../events/campaign-state.js';

const settingsAsText = {
  to: (settings: CampaignSettings): string => JSON.stringify(settings),
  // Old rows lack the settings that were added later.
  from: (text: string): CampaignSettings => ({ ...DEFAULT_SETTINGS, ...(JSON.parse(text) as CampaignSettings) }),
};

/** JSON. @param absent the value of a column that is null; a null is stored as such. */
const asText = <Value>(absent: Value) => ({
  to: (value: Value): string | null => (value === null ? null : JSON.stringify(value)),
  from: (text: string | null): Value => (text === null ? absent : (JSON.parse(text) as Value)),
});

/** A segment with its rule. */
export interface SegmentRule {
  readonly id: number;
  readonly filters: Filters;
}

/** UTM parameters that are appended to links. */
export interface CampaignUtm {
  readonly status: boolean;
  /** Kept while `status` is off. */
  readonly parameters: UtmParameters;
}

export const NO_UTM: CampaignUtm = { status: false, parameters: {} };

const NO_ATTACHMENTS: readonly StoredAttachment[] = [];

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
  /** The campaign that this one resends to some recipients. */
  @Column({ type: 'int', unsigned: true, name: 'parent_id', nullable: true }) parentId!: number | null;
  @Column({ type: 'enum', enum: CAMPAIGN_STATUSES, default: 'draft' }) status!: CampaignStatus;
  /** The status before archiving; null for a cancelled campaign, which cannot be restored. */
  @Column({ type: 'enum', enum: ARCHIVABLE, name: 'archived_from', nullable: true })
  archivedFrom!: (typeof ARCHIVABLE)[number] | null;
  @Column({ type: 'varchar', length: 500, name: 'email_subject' }) emailSubject!: string;
  @Column({ type: 'varchar', length: 500, name: 'email_pre_header' }) emailPreHeader!: string;
  @Column({ type: 'mediumtext', name: 'email_body' }) emailBody!: string;
  @Column({ type: 'mediumtext', name: 'email_body_text' }) emailBodyText!: string;
  @Column({ type: 'enum', enum: DESIGN_TEMPLATES, name: 'design_template', default: 'simple' })
  designTemplate!: DesignTemplate;
  /** The template from which the content was copied; it may have changed or be deleted. */
  @Column({ type: 'int', unsigned: true, name: 'template_id', nullable: true }) templateId!: number | null;
  @Column({ type: 'text', nullable: true, transformer: asText(NO_UTM) }) utm!: CampaignUtm;
  /** File metadata; the contents are immutable rows. */
  @Column({ type: 'text', nullable: true, transformer: asText(NO_ATTACHMENTS) })
  attachments!: readonly StoredAttachment[];
  @Column({ type: 'longtext', transformer: settingsAsText }) settings!: CampaignSettings;
  /** The rule of the segment, frozen at the start. */
  @Column({ type: 'mediumtext', name: 'frozen_filters', nullable: true, transformer: asText<Filters | null>(null) })
  frozenFilters!: Filters | null;
  /** The rules of the excluded segments, frozen at the start; null without any. */
  @Column({
    type: 'mediumtext',
    name: 'frozen_exclusions',
    nullable: true,
    transformer: asText<readonly SegmentRule[] | null>(null),
  })
  frozenExclusions!: readonly SegmentRule[] | null;
  @Column({ type: 'int', unsigned: true, name: 'recipients_count', default: 0 }) recipientsCount!: number;
  @Column({ type: 'int', unsigned: true, name: 'content_id', nullable: true }) contentId!: number | null;
  /** The last contact id that the enrollment of recipients has processed. */
  @Column({ type: 'int', unsigned: true, name: 'snapshot_position', default: 0 }) snapshotPosition!: number;
  @Column({ type: 'tinyint', unsigned: true, name: 'snapshot_done', default: 0 }) snapshotDone!: number;
  @Column({ type: 'varchar', length: 190, name: 'waiting_reason', nullable: true }) waitingReason!: string | null;
  @Column({ type: 'datetime', name: 'scheduled_at', precision: 0, nullable: true }) scheduledAt!: Date | null;
  /** End of the range over which the emails are spread. */
  @Column({ type: 'datetime', name: 'scheduled_until', precision: 0, nullable: true }) scheduledUntil!: Date | null;
  /** Minutes before `scheduledAt` at which it starts, because that local time comes earlier in other zones. */
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
