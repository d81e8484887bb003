import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';

export interface LabelOption {
  readonly id: number;
  readonly title: string;
  readonly slug: string;
}

export interface CampaignOption {
  readonly id: number;
  readonly title: string;
}

export type FunnelOption = CampaignOption;
export type SegmentOption = CampaignOption;

export interface CustomFieldOption {
  readonly fieldKey: string;
  readonly type: string;
  readonly label: string;
  readonly slug: string;
  readonly options: readonly string[] | null;
}

export interface ReportOptions {
  readonly lists: readonly LabelOption[];
  readonly tags: readonly LabelOption[];
  readonly statuses: readonly string[];
  readonly campaigns: readonly CampaignOption[];
  readonly funnels: readonly FunnelOption[];
  readonly segments: readonly SegmentOption[];
  readonly customFields: readonly CustomFieldOption[];
}

/** What reports, and forms around them, can be narrowed down to. */
@Injectable()
export class ReportOptionsQueries {
  constructor(private readonly db: Database) {}

  async all(): Promise<ReportOptions> {
    const [lists, tags, statuses, campaigns, funnels, segments, customFields] = await Promise.all([
      this.db.query<LabelOption>('SELECT id, title, slug FROM lists ORDER BY title, id'),
      this.db.query<LabelOption>('SELECT id, title, slug FROM tags ORDER BY title, id'),
      // An ENUM sorts by its definition, and there is a counter for each status from the start.
      this.db.query<{ status: string }>('SELECT DISTINCT status FROM contact_counters ORDER BY status'),
      this.db.query<CampaignOption>('SELECT id, title FROM campaigns WHERE deleted_at IS NULL ORDER BY id DESC'),
      this.db.query<FunnelOption>('SELECT id, title FROM funnels WHERE deleted_at IS NULL ORDER BY id DESC'),
      this.db.query<SegmentOption>('SELECT id, title FROM segments ORDER BY title, id'),
      this.db.query<Omit<CustomFieldOption, 'options'> & { options: string | null }>(
        'SELECT field_key AS fieldKey, type, label, slug, options FROM custom_fields ORDER BY position, id',
      ),
    ]);
    return {
      lists,
      tags,
      statuses: statuses.map(({ status }) => status),
      campaigns,
      funnels,
      segments,
      customFields: customFields.map((field) => ({
        ...field,
        options: field.options === null ? null : (JSON.parse(field.options) as string[]),
      })),
    };
  }
}
