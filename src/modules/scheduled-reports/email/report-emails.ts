import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { ChartPictures } from '../../../platform/charts/chart-pictures.js';
import { APP_CONFIG, type AppConfig } from '../../../platform/config/config.js';
import type { ReportEmail } from '../../system-emails/notices/notices.service.js';
import { reportContent, type ReportToWrite } from './report-content.js';
import { reportCsv } from './report-csv.js';
import { reportHtml } from './report-html.js';
import { reportText } from './report-text.js';

/** The column of the ledger is limited to this length. */
const MAX_SUBJECT_LENGTH = 250;

@Injectable()
export class ReportEmails {
  constructor(
    private readonly pictures: ChartPictures,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  async write(
    key: string,
    file: string,
    report: Omit<ReportToWrite, 'timeZone' | 'businessName'>,
  ): Promise<ReportEmail> {
    const content = reportContent({
      ...report,
      timeZone: this.config.timeZone,
      businessName: this.config.mail.businessName,
    });
    const files: ReportEmail['files'][number][] = [];
    const names: string[] = [];
    for (const [index, { drawn }] of content.charts.entries()) {
      const picture = await this.pictures.png(drawn);
      // Unique per email, because some email clients cache pictures by content id.
      const digest = createHash('sha256').update(key).update(picture).digest('hex').slice(0, 24);
      const name = `chart-${index + 1}-${digest}@carillon`;
      names.push(name);
      files.push({ filename: `chart-${index + 1}.png`, contentType: 'image/png', content: picture, inlineId: name });
    }
    files.push({
      filename: `${file}.csv`,
      contentType: 'text/csv',
      content: await reportCsv(report.figures, report.before),
    });
    const subject = `${content.title}: ${content.period}`;
    return {
      key,
      subject: Array.from(subject).slice(0, MAX_SUBJECT_LENGTH).join(''),
      html: reportHtml(content, names),
      text: reportText(content),
      files,
    };
  }
}
