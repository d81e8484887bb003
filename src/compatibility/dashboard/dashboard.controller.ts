import { Get } from '@nestjs/common';
import { RequirePermission } from '../../platform/access/operation.js';
import { Database } from '../../platform/database/database.js';
import { DialectController } from '../dialect-controller.js';

/** Contacts and emails come from maintained totals, because counting millions of rows takes seconds. */
const COUNTS = `
  SELECT (SELECT CAST(COALESCE(SUM(total), 0) AS SIGNED) FROM contact_counters) AS total_subscribers,
         (SELECT COUNT(*) FROM campaigns WHERE deleted_at IS NULL) AS total_campaigns,
         (SELECT CAST(COALESCE(SUM(sent), 0) AS SIGNED) FROM daily_stats) AS email_sent,
         (SELECT COUNT(*) FROM tags) AS tags,
         (SELECT COUNT(*) FROM email_templates) AS total_templates,
         (SELECT COUNT(*) FROM funnels WHERE deleted_at IS NULL) AS total_automations`;

const TITLES = {
  total_subscribers: 'Total Contacts',
  total_campaigns: 'Campaigns',
  email_sent: 'Emails Sent',
  tags: 'Tags',
  total_templates: 'Email Templates',
  total_automations: 'Automations',
} as const;

@DialectController('/reports')
export class DashboardController {
  constructor(private readonly db: Database) {}

  @Get('dashboard-stats')
  @RequirePermission('view_reports', { summary: 'Get the totals of the dashboard' })
  async stats() {
    const [counts] = await this.db.query<Readonly<Record<string, number>>>(COUNTS);
    const stats = Object.entries(TITLES).map(([name, title]) => [name, { title, count: counts?.[name] }] as const);
    return { stats: Object.fromEntries(stats), sales: [], dashboard_notices: [] };
  }
}
