import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { ChartPictures } from '../../../../platform/charts/chart-pictures.js';
import { APP_CONFIG, type AppConfig } from '../../../../platform/config/config.js';
import type { ReportMail } from '../../../system-emails/notices/report-mails.service.js';
import { reportContent, type ReportToWrite } from './report-content.js';
import { reportCsv } from './report-csv.js';
import { reportHtml } from './report-html.js';
import { reportText } from './report-text.js';

/** The columns of the ledger take no more. */
const LONGEST_SUBJECT = 250;

/** Writes a report as a mail. */
@Injectable()
export class ReportMails {
  constructor(
    private readonly pictures: ChartPictures,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  async write(
    key: string,
    file: string,
    report: Omit<ReportToWrite, 'timeZone' | 'businessName'>,
  ): Promise<ReportMail> {
    const content = reportContent({
      ...report,
      timeZone: this.config.timeZone,
      businessName: this.config.mail.businessName,
    });
    const files: ReportMail['files'][number][] = [];
    const names: string[] = [];
    for (const [index, { drawn }] of content.charts.entries()) {
      const picture = await this.pictures.png(drawn);
      // Unlike any other mail's: some programs keep pictures by this name alone.
      const digest = createHash('sha256').update(key).update(picture).digest('hex').slice(0, 24);
      const name = `chart-${index + 1}-${digest}@carillon`;
      names.push(name);
      files.push({
        filename: `chart-${index + 1}.png`,
        contentType: 'image/png',
        content: picture,
        inlineId: name,
      });
    }
    files.push({
      filename: `${file}.csv`,
      contentType: 'text/csv',
      content: await reportCsv(report.figures, report.before),
    });
    const subject = `${content.title}: ${content.period}`;
    return {
      key,
      subject: Array.from(subject).slice(0, LONGEST_SUBJECT).join(''),
      html: reportHtml(content, names),
      text: reportText(content),
      files,
    };
  }
}
