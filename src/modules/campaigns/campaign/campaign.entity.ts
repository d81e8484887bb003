import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import * as column from '../../../platform/database/columns.js';
import type { StoredAttachment } from '../../mail-content/attachments/attachments.service.js';
import type { UtmParameters } from '../../mail-content/rendering/contents.service.js';
import type { Snippets, Translations } from '../../mail-content/rendering/written-content.js';
import { DESIGN_TEMPLATES, type DesignTemplate, SUBJECT_LENGTH } from '../../mail-content/templates/template.entity.js';
import type { Filters } from '../../segments/segments.service.js';
import { type CampaignSettings, DEFAULT_SETTINGS } from './campaign-settings.js';
import { ARCHIVABLE, CAMPAIGN_STATUSES, type CampaignStatus } from '../../../events/campaign-state.js';

const settingsAsText = {
  to: (settings: CampaignSettings): string => JSON.stringify(settings),
  // Old rows lack the settings that were added later.
  from: (text: string): CampaignSettings => ({ ...DEFAULT_SETTINGS, ...(JSON.parse(text) as CampaignSettings) }),
};

export interface SegmentRule {
  readonly id: number;
  readonly filters: Filters;
}

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
  @PrimaryGeneratedColumn(column.unsigned) id!: number;
  @Column(column.shortText) title!: string;
  /** Null once the campaign is deleted, so that its title is free again. */
  @Column({ type: 'varchar', length: 760, ...column.exact, nullable: true }) liveTitleKey!: string | null;
  @Column({ ...column.shortText, ...column.exact }) slug!: string;
  /** The campaign that this one resends to some recipients. */
  @Column({ ...column.unsigned, nullable: true }) parentId!: number | null;
  @Column({ type: 'enum', enum: CAMPAIGN_STATUSES, default: 'draft' }) status!: CampaignStatus;
  /** The status before archiving; null for a cancelled campaign, which cannot be restored. */
  @Column({ type: 'enum', enum: ARCHIVABLE, nullable: true }) archivedFrom!: (typeof ARCHIVABLE)[number] | null;
  @Column({ type: 'varchar', length: SUBJECT_LENGTH }) emailSubject!: string;
  @Column({ type: 'varchar', length: SUBJECT_LENGTH }) emailPreHeader!: string;
  @Column({ type: 'mediumtext' }) emailBody!: string;
  @Column({ type: 'mediumtext' }) emailBodyText!: string;
  @Column({ type: 'enum', enum: DESIGN_TEMPLATES, default: 'simple' }) designTemplate!: DesignTemplate;
  @Column({ type: 'longtext', nullable: true, transformer: column.asJson<Translations>({}) })
  translations!: Translations;
  /** The template from which the content was copied; it may have changed or be deleted. */
  @Column({ ...column.unsigned, nullable: true }) templateId!: number | null;
  @Column({ type: 'text', nullable: true, transformer: column.asJson(NO_UTM) }) utm!: CampaignUtm;
  /** File metadata; the contents are immutable rows. */
  @Column({ type: 'text', nullable: true, transformer: column.asJson(NO_ATTACHMENTS) })
  attachments!: readonly StoredAttachment[];
  @Column({ type: 'longtext', transformer: settingsAsText }) settings!: CampaignSettings;
  /** The rule of the segment, frozen at the start. */
  @Column({ type: 'mediumtext', nullable: true, transformer: column.asJson<Filters | null>(null) })
  frozenFilters!: Filters | null;
  /** The rules of the excluded segments, frozen at the start; null without any. */
  @Column({ type: 'mediumtext', nullable: true, transformer: column.asJson<readonly SegmentRule[] | null>(null) })
  frozenExclusions!: readonly SegmentRule[] | null;
  /** The snippets that it renders, frozen at the start. */
  @Column({ type: 'longtext', nullable: true, transformer: column.asJson<Snippets | null>() })
  frozenSnippets!: Snippets | null;
  @Column(column.count) recipientsCount!: number;
  @Column({ ...column.unsigned, nullable: true }) contentId!: number | null;
  /** The last contact id that the enrollment of recipients has processed. */
  @Column(column.count) snapshotPosition!: number;
  @Column(column.flag) snapshotDone!: number;
  @Column({ ...column.shortText, nullable: true }) waitingReason!: string | null;
  @Column({ ...column.second, nullable: true }) scheduledAt!: Date | null;
  /** End of the range over which the emails are spread. */
  @Column({ ...column.second, nullable: true }) scheduledUntil!: Date | null;
  /** Minutes before `scheduledAt` at which it starts, because that local time comes earlier in other zones. */
  @Column({ type: 'smallint', unsigned: true, default: 0 }) startLeadMinutes!: number;
  @Column({ ...column.moment, nullable: true }) startedAt!: Date | null;
  @Column({ ...column.moment, nullable: true }) finishedAt!: Date | null;
  @Column({ ...column.moment, nullable: true }) deletedAt!: Date | null;
  @Column(column.secondAtInsert) createdAt!: Date;
  @Column({ ...column.secondAtInsert, onUpdate: 'CURRENT_TIMESTAMP' }) updatedAt!: Date;
}
