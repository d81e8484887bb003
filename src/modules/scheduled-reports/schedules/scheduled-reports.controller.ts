import { Delete, Get, Post, Put } from '@nestjs/common';
import { RequirePermission, Refuses, invalid, unknownRecord, Answers } from '../../../platform/access/operation.js';
import { BodyLike, RecordId, Resource } from '../../../platform/http/resource.js';
import { UsesRateLimit } from '../../../platform/rate-limit/rate-limit.guard.js';
import { CreateScheduledReportDto, UpdateScheduledReportDto } from './dto/scheduled-report.dto.js';
import * as shapes from './dto/scheduled-report.shapes.js';
import { ScheduledReportsService } from './scheduled-reports.service.js';

const SCHEDULES = {
  weekly: {
    summary: 'Overview every Monday morning',
    value: {
      title: 'Weekly overview',
      type: 'overview',
      frequency: 'weekly',
      recipients: ['owner@example.com'],
      settings: { send_at: '07:00', weekday: 'Mon' },
      timezone: 'Europe/Berlin',
    },
  },
};
const CHANGES = { pause: { summary: 'Pause the report', value: { status: 'paused' } } };

const FAULTY = invalid('Invalid members; the response names all of them', { 'settings.campaign_id': 'is required' });
const UNKNOWN = unknownRecord('The scheduled report does not exist');
const TOO_MANY = invalid('Too many runs of this report are waiting', { id: 'has 5 waiting runs; try again later' });

@UsesRateLimit('reports')
@Resource('reports/scheduled', 'Scheduled reports')
export class ScheduledReportsController {
  constructor(private readonly reports: ScheduledReportsService) {}

  @Get()
  @RequirePermission('view_reports', {
    summary: 'List scheduled reports',
    description: 'Returns all scheduled reports on one page, newest first.',
  })
  @Answers(shapes.scheduledReportsShape, 'All scheduled reports')
  async listScheduledReports() {
    return { scheduled_reports: (await this.reports.list()).map(shapes.scheduledReportOf) };
  }

  @Get(':id')
  @RequirePermission('view_reports', { summary: 'Get a scheduled report', description: 'Includes the last 20 runs.' })
  @Answers(shapes.oneScheduledReportShape, 'The scheduled report and its latest runs')
  @Refuses({ 404: UNKNOWN })
  async getScheduledReport(@RecordId('scheduled report') id: number) {
    return {
      scheduled_report: shapes.scheduledReportOf(await this.reports.get(id)),
      runs: (await this.reports.runs(id)).map(shapes.scheduledReportRunOf),
    };
  }

  @Post()
  @RequirePermission('view_reports', {
    summary: 'Schedule a report',
    description:
      'Each email covers the period that just ended (yesterday, the last seven days, the last month, or the last quarter), ' +
      'compared with the period before. It contains charts, and a CSV file with the figures is attached. Each period is sent ' +
      'once, even with several workers.',
  })
  @Answers(shapes.scheduledReportSavedShape, 'The new scheduled report')
  @Refuses({ 400: FAULTY })
  async createScheduledReport(@BodyLike(SCHEDULES) body: CreateScheduledReportDto) {
    return {
      message: 'Scheduled report saved.',
      scheduled_report: shapes.scheduledReportOf(await this.reports.create(body.toInput())),
    };
  }

  @Put(':id')
  @RequirePermission('view_reports', {
    summary: 'Update a scheduled report',
    description: 'Omitted fields are unchanged. `settings` is replaced as a whole.',
  })
  @Answers(shapes.scheduledReportSavedShape, 'The updated scheduled report')
  @Refuses({ 400: FAULTY, 404: UNKNOWN })
  async updateScheduledReport(
    @RecordId('scheduled report') id: number,
    @BodyLike(CHANGES) body: UpdateScheduledReportDto,
  ) {
    return {
      message: 'Scheduled report saved.',
      scheduled_report: shapes.scheduledReportOf(await this.reports.update(id, body.toInput())),
    };
  }

  @Delete(':id')
  @RequirePermission('view_reports', {
    summary: 'Delete a scheduled report',
    description: 'Also deletes the log of its runs. Waiting runs are not sent.',
  })
  @Answers(shapes.scheduledReportRemovedShape, 'The scheduled report is deleted')
  @Refuses({ 404: UNKNOWN })
  async deleteScheduledReport(@RecordId('scheduled report') id: number) {
    await this.reports.remove(id);
    return { message: 'Scheduled report deleted.' };
  }

  @Post(':id/run')
  @UsesRateLimit('exports')
  @RequirePermission('view_reports', {
    summary: 'Send a scheduled report now',
    description:
      'Sends the period that ended last, also if the report is paused, and does not change the next scheduled run. Each call ' +
      'sends once; repeat a call safely with an `Idempotency-Key`.',
  })
  @Answers(shapes.scheduledReportStartedShape, 'The run that was queued')
  @Refuses({ 400: TOO_MANY, 404: UNKNOWN })
  async runScheduledReport(@RecordId('scheduled report') id: number) {
    return {
      message: 'The report will be sent in a moment.',
      run: shapes.scheduledReportRunOf(await this.reports.run(id)),
    };
  }
}
