import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';

export interface DashboardCounts {
  readonly total_subscribers: number;
  readonly total_campaigns: number;
  readonly email_sent: number;
  readonly tags: number;
  readonly total_templates: number;
  readonly total_automations: number;
}

/** Contacts and emails come from maintained totals, because counting millions of rows takes seconds. */
const COUNTS = `
  SELECT (SELECT CAST(COALESCE(SUM(total), 0) AS INTEGER) FROM contact_counters) AS total_subscribers,
         (SELECT COUNT(*) FROM campaigns WHERE deleted_at IS NULL) AS total_campaigns,
         (SELECT CAST(COALESCE(SUM(sent), 0) AS INTEGER) FROM daily_stats) AS email_sent,
         (SELECT COUNT(*) FROM tags) AS tags,
         (SELECT COUNT(*) FROM email_templates) AS total_templates,
         (SELECT COUNT(*) FROM funnels WHERE deleted_at IS NULL) AS total_automations`;

@Injectable()
export class DashboardQueries {
  constructor(private readonly db: Database) {}

  async counts(): Promise<DashboardCounts> {
    const [counts] = await this.db.query<DashboardCounts>(COUNTS, {});
    if (!counts) throw new Error('no totals');
    return counts;
  }
}
