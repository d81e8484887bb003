import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import type { CampaignSettings } from './campaign-settings.js';
import { CAMPAIGN_STATUSES, type CampaignStatus } from './campaign-status.js';

export const DESIGN_TEMPLATES = ['simple', 'plain', 'raw_html'] as const;
export type DesignTemplate = (typeof DESIGN_TEMPLATES)[number];

const settingsAsText = {
  to: (settings: CampaignSettings): string => JSON.stringify(settings),
  from: (text: string): CampaignSettings => JSON.parse(text) as CampaignSettings,
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
  @Column({ type: 'enum', enum: CAMPAIGN_STATUSES, default: 'draft' }) status!: CampaignStatus;
  @Column({ type: 'varchar', length: 500, name: 'email_subject' }) emailSubject!: string;
  @Column({ type: 'varchar', length: 500, name: 'email_pre_header' }) emailPreHeader!: string;
  @Column({ type: 'mediumtext', name: 'email_body' }) emailBody!: string;
  @Column({ type: 'mediumtext', name: 'email_body_text' }) emailBodyText!: string;
  @Column({ type: 'enum', enum: DESIGN_TEMPLATES, name: 'design_template', default: 'simple' })
  designTemplate!: DesignTemplate;
  @Column({ type: 'longtext', transformer: settingsAsText }) settings!: CampaignSettings;
  @Column({ type: 'int', unsigned: true, name: 'recipients_count', default: 0 }) recipientsCount!: number;
  @Column({ type: 'int', unsigned: true, name: 'content_id', nullable: true }) contentId!: number | null;
  /** The last contact that the snapshot of recipients has looked at. */
  @Column({ type: 'int', unsigned: true, name: 'snapshot_position', default: 0 }) snapshotPosition!: number;
  @Column({ type: 'tinyint', unsigned: true, name: 'snapshot_done', default: 0 }) snapshotDone!: number;
  @Column({ type: 'varchar', length: 190, name: 'waiting_reason', nullable: true }) waitingReason!: string | null;
  @Column({ type: 'datetime', name: 'scheduled_at', precision: 0, nullable: true }) scheduledAt!: Date | null;
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
