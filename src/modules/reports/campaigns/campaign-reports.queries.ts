import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { sqlFile } from '../../../platform/sql/sql-file.js';

export interface CampaignFigures {
  readonly sent: number;
  readonly delivered: number;
  readonly opened: number;
  readonly clicked: number;
  readonly unsubscribed: number;
  readonly bounced: number;
  readonly machineOpens: number;
  readonly machineClicks: number;
  /** Null before the first mail. */
  readonly firstDay: string | null;
  readonly lastDay: string | null;
}

const EMAIL_STATS = sqlFile(__dirname, 'sql/email-stats.sql');

@Injectable()
export class CampaignReportsQueries {
  constructor(private readonly db: Database) {}

  /** Null when there is no such campaign, or no more. */
  async titleOf(campaignId: number): Promise<string | null> {
    const [row] = await this.db.query<{ title: string }>(
      'SELECT title FROM campaigns WHERE id = :campaignId AND deleted_at IS NULL',
      { campaignId },
    );
    return row?.title ?? null;
  }

  async figures(campaignId: number): Promise<CampaignFigures> {
    const [row] = await this.db.query<CampaignFigures>(EMAIL_STATS, { campaignId });
    if (!row) throw new Error('A sum over nothing is still a row');
    return row;
  }
}
