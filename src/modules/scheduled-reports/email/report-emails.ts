import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { ChartPictures } from '../../../platform/charts/chart-pictures.js';
import { APP_CONFIG, type AppConfig } from '../../../platform/config/config.js';
import type { ReportEmail } from '../../system-emails/notices/notices.service.js';
import { reportContent, type ReportToWrite } from './report-content.js';
import { reportCsv } from './report-csv.js';
import { type ChartNames, reportHtml } from './report-html.js';
import { reportText } from './report-text.js';

@Injectable()
export class ReportEmails {
  constructor(
    private readonly pictures: ChartPictures,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  async write(
    key: string,
    file: string,
    report: Omit<ReportToWrite, 'timeZone' | 'businessName' | 'console'>,
  ): Promise<ReportEmail> {
    const content = reportContent({
      ...report,
      timeZone: this.config.timeZone,
      businessName: this.config.mail.businessName,
      console: this.config.consoleEnabled ? `${this.config.http.publicUrl}/console/reports` : null,
    });
    const files: ReportEmail['files'][number][] = [];
    const names: ChartNames[] = [];
    for (const [index, { drawn }] of content.charts.entries()) {
      const [light, dark] = await Promise.all([this.pictures.png(drawn, false), this.pictures.png(drawn, true)]);
      const attach = (filename: string, picture: Buffer): string => {
        // Unique per email, because some email clients cache pictures by content id.
        const digest = createHash('sha256').update(key).update(picture).digest('hex').slice(0, 24);
        const inlineId = `${filename}-${digest}@carillon`;
        files.push({ filename: `${filename}.png`, contentType: 'image/png', content: picture, inlineId });
        return inlineId;
      };
      names.push({ light: attach(`chart-${index + 1}`, light), dark: attach(`chart-${index + 1}-dark`, dark) });
    }
    files.push({
      filename: `${file}.csv`,
      contentType: 'text/csv',
      content: await reportCsv(report.figures, report.before),
    });
    return {
      key,
      subject: `${content.title}: ${content.period}`,
      html: reportHtml(content, names),
      text: reportText(content),
      files,
    };
  }
}
