import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';

export interface LinkRow {
  readonly id: number;
  readonly url: string;
  /** Of which content of an A/B test it is; absent without one. */
  readonly variant?: string;
  readonly total: number;
  readonly unique: number;
  readonly machine: number;
}

/** Which links of a campaign were followed. */
@Injectable()
export class LinkReportService {
  constructor(private readonly db: Database) {}

  /** Every tracked link, also those that nobody has followed. */
  async links(campaignId: number): Promise<LinkRow[]> {
    const rows = await this.db.query<Omit<LinkRow, 'variant'> & { readonly variant: string | null }>(
      // Each count is a walk over a part of the index by link, which is in the order of mails.
      `SELECT l.id, l.url, v.variant_key AS variant,
              (SELECT COUNT(*) FROM email_hits h WHERE h.link_id = l.id AND h.is_machine = 0) AS total,
              (SELECT COUNT(DISTINCT h.message_id) FROM email_hits h
                WHERE h.link_id = l.id AND h.is_machine = 0) AS \`unique\`,
              (SELECT COUNT(*) FROM email_hits h WHERE h.link_id = l.id AND h.is_machine = 1) AS machine
         FROM campaigns c
         LEFT JOIN campaign_variants v ON v.campaign_id = c.id
         JOIN email_links l ON l.content_id = COALESCE(v.content_id, c.content_id)
        WHERE c.id = :campaignId
        ORDER BY v.position, l.position`,
      { campaignId },
    );
    return rows.map(({ variant, ...row }) => (variant === null ? row : { ...row, variant }));
  }
}
