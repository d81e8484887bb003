import { Get, Param, Query } from '@nestjs/common';
import { CampaignInsightsQueries } from '../../modules/campaigns/insights/campaign-insights.queries.js';
import { withSqlTimestamps } from '../../platform/clock/timestamps.js';
import { RequirePermission } from '../../platform/access/operation.js';
import { Database } from '../../platform/database/database.js';
import { IdPipe } from '../../platform/http/id.pipe.js';
import { newestFirst } from '../../platform/http/keyset.js';
import { numberedQuery, pageOf, PageUrl } from '../../platform/http/page.js';
import { DialectController } from '../dialect-controller.js';

class RecordsQuery extends numberedQuery(15) {}

interface EnrollmentRow {
  readonly id: number;
  readonly funnel_id: number;
  readonly subscriber_id: number;
  readonly status: string;
  readonly next_sequence_id: number | null;
  readonly next_execution_time: Date | null;
  readonly created_at: Date;
  readonly title: string;
  readonly funnel_status: string;
  readonly trigger_name: string;
}

/** Lists of a contact that the API has in other places. */
@DialectController()
export class ContactRecordsController {
  constructor(
    private readonly db: Database,
    private readonly emails: CampaignInsightsQueries,
  ) {}

  @Get('subscribers/:id/emails')
  @RequirePermission('view_contacts', { summary: 'List the emails of a contact' })
  async listEmails(@Param('id', new IdPipe()) id: number, @Query() query: RecordsQuery, @PageUrl() url: string) {
    const page = await this.emails.ofContact(id, query.toPage());
    return { emails: pageOf(page, url) };
  }

  @Get('funnels/subscriber/:id/automations')
  @RequirePermission('view_contacts', { summary: 'List the enrollments of a contact' })
  async listEnrollments(@Param('id', new IdPipe()) id: number, @Query() query: RecordsQuery, @PageUrl() url: string) {
    const page = await newestFirst<EnrollmentRow>(
      this.db,
      {
        columns: `r.id, r.funnel_id, r.contact_id AS subscriber_id, r.status, r.next_step_id AS next_sequence_id,
          r.due_at AS next_execution_time, r.entered_at AS created_at, f.title, f.status AS funnel_status, f.trigger_name`,
        from: 'funnel_entries',
        joins: 'JOIN funnels f ON f.id = r.funnel_id',
        where: ['r.contact_id = :id'],
        params: { id },
      },
      query.toPage(),
    );
    const rows = page.items.map(({ title, funnel_status, trigger_name, ...row }) => ({
      ...withSqlTimestamps(row),
      funnel: { id: row.funnel_id, title, status: funnel_status, trigger_name },
    }));
    return { automations: pageOf({ ...page, items: rows }, url) };
  }
}
