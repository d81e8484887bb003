import { Get, HttpCode, Param, Post, Res } from '@nestjs/common';
import { Public } from '../../../platform/access/operation.js';
import { Database } from '../../../platform/database/database.js';
import { html } from '../../../platform/html/html.js';
import { runInCall } from '../../audit/audit-trail.js';
import { type LinkTarget, PublicLinks } from '../../mail-content/links/public-links.service.js';
import { AcceptsForm, AnswersPages, LinkToken, PublicPages } from '../../public-pages/pages/answers-pages.js';
import { type PageResponse, type PublicPage, publicPage, sendPage } from '../../public-pages/pages/public-page.js';
import { ScheduledReportRecipients } from './scheduled-report-recipients.personal-data.js';

/** Lets a recipient stop a scheduled report. GET only shows a page, because scanners follow every link; POST acts (RFC 8058). */
@LinkToken()
@PublicPages('t/r')
export class StopReportController {
  constructor(
    private readonly db: Database,
    private readonly links: PublicLinks,
    private readonly recipients: ScheduledReportRecipients,
  ) {}

  @Get(':token')
  @Public({
    summary: 'Show the page that stops a scheduled report',
    description: 'Shows a page with a button that stops the report for one recipient. Changes nothing.',
  })
  @AnswersPages({ 200: 'The page with the button, or a note that it is stopped', 404: 'A page: invalid link' })
  async showStopPage(@Param('token') token: string, @Res() response: PageResponse): Promise<void> {
    const target = this.links.read('report', token);
    const found = target && (await this.recipients.find(this.db, target));
    const shown = { address: found?.email ?? null, inForm: html`<p><b>${found?.report.title ?? ''}</b></p>` };
    sendPage(response, found ? publicPage(response.req, 200, 'stop_report', shown) : stoppedPage(target, response));
  }

  @Post(':token')
  @HttpCode(200)
  @Public({
    summary: 'Stop a scheduled report for one recipient',
    description: 'Called by the page, or by the mail program (RFC 8058). A report without recipients is paused.',
  })
  @AcceptsForm({ 'List-Unsubscribe': { description: 'Sent by mail programs', values: ['One-Click'] } })
  @AnswersPages({ 200: 'A page: the report is stopped', 404: 'A page: invalid link' })
  async stopReport(@Param('token') token: string, @Res() response: PageResponse): Promise<void> {
    const target = this.links.read('report', token);
    const { requestId, clientRequestId } = response.req;
    const by = { source: 'api', manager: null, method: 'POST', route: '/t/r/:token', ids: {} } as const;
    await runInCall({ ...by, requestId, clientRequestId }, () =>
      this.db.transaction(async (tx) => {
        const found = target && (await this.recipients.find(tx, target, 'FOR UPDATE'));
        if (found) await this.recipients.remove(tx, found.report, found.email);
      }),
    );
    sendPage(response, stoppedPage(target, response));
  }
}

const stoppedPage = (target: LinkTarget | null, { req }: PageResponse): PublicPage =>
  target ? publicPage(req, 200, 'opted_out') : publicPage(req, 404, 'unknown_link');
