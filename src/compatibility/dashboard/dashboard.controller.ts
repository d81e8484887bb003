import { Controller, Get } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { RequirePermission } from '../../platform/access/require-permission.js';
import { DIALECT_PATH } from '../dialect.js';
import { type DashboardCounts, DashboardQueries } from './dashboard.queries.js';

const TITLES = {
  total_subscribers: 'Total Contacts',
  total_campaigns: 'Campaigns',
  email_sent: 'Emails Sent',
  tags: 'Tags',
  total_templates: 'Email Templates',
  total_automations: 'Automations',
} as const satisfies Record<keyof DashboardCounts, string>;

interface DashboardStats {
  readonly stats: Readonly<Record<string, { readonly title: string; readonly count: number }>>;
  readonly sales: readonly [];
  readonly dashboard_notices: readonly [];
}

@ApiExcludeController()
@Controller(`${DIALECT_PATH}/reports`)
export class DashboardController {
  constructor(private readonly queries: DashboardQueries) {}

  @Get('dashboard-stats')
  @RequirePermission('view_reports', { summary: 'Get the totals of the dashboard' })
  async stats(): Promise<DashboardStats> {
    const counts = await this.queries.counts();
    const stats = (Object.keys(TITLES) as (keyof DashboardCounts)[]).map((name) => [
      name,
      { title: TITLES[name], count: counts[name] },
    ]);
    return { stats: Object.fromEntries(stats) as DashboardStats['stats'], sales: [], dashboard_notices: [] };
  }
}
