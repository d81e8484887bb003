import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import type { CampaignLinkResponse } from './dto/campaign-insights.shapes.js';

export type LinkRow = CampaignLinkResponse;

/** Counts the clicks on the links of a campaign. */
@Injectable()
export class LinkReportService {
  constructor(private readonly db: Database) {}

  /** Returns every tracked link, including those without clicks. */
  async links(campaignId: number): Promise<CampaignLinkResponse[]> {
    const rows = await this.db.query<Omit<CampaignLinkResponse, 'variant'> & { readonly variant: string | null }>(
      // Each count reads a range of the index by link, which is ordered by email.
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
