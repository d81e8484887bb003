import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

const count = { type: 'int', unsigned: true, default: 0 } as const;

/** Outcomes of a campaign since it was started or resumed. */
@Entity('campaign_guardrails')
@Index('ix_campaign_guardrails_tripped', ['tripped'])
export class CampaignGuardrail {
  @PrimaryColumn({ type: 'int', unsigned: true, name: 'campaign_id' }) campaignId!: number;
  @Column({ type: 'datetime', precision: 3 }) since!: Date;
  /** The last outcomes, one letter each, oldest first; see outcomes.ts. */
  @Column({ type: 'varchar', length: 500, charset: 'ascii', collation: 'ascii_bin', default: '' }) recent!: string;
  @Column(count) sent!: number;
  @Column(count) complaints!: number;
  /** Why the campaign must be paused; null once it is. */
  @Column({ type: 'varchar', length: 190, nullable: true }) tripped!: string | null;
}
