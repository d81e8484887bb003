import type { Tx, Reader } from '../../../platform/database/database.js';
import type { Person, PersonalDataStore } from '../../../platform/personal-data/personal-data-store.js';
import { StoresPersonalData } from '../../../platform/personal-data/personal-data-store.js';
import type { LinkTarget } from '../../mail-content/links/public-links.service.js';
import { stopTarget } from '../../system-emails/notices/notices.service.js';
import { SCHEDULES } from './scheduled-report-types.js';

interface ReportRow {
  readonly id: number;
  readonly title: string;
  readonly recipients: string;
}

const recipientsOf = ({ recipients }: ReportRow): string[] => JSON.parse(recipients) as string[];

@StoresPersonalData()
export class ScheduledReportRecipients implements PersonalDataStore {
  readonly section = 'scheduled_reports';
  readonly tables = ['scheduled_reports'];

  async exportOf(reader: Reader, { email }: Person): Promise<unknown> {
    return (await this.reportsTo(reader, email)).map(({ id, title }) => ({ id, title }));
  }

  async sweep(tx: Tx, { email }: Person): Promise<void> {
    for (const report of await this.reportsTo(tx, email, 'FOR UPDATE')) await this.remove(tx, report, email);
  }

  /** Returns a report and its recipient, as the link in a report email names them; null if the address receives it no longer. */
  async find(reader: Reader, { messageId: id, linkId }: LinkTarget, lock = '') {
    const sql = `SELECT id, title, recipients FROM scheduled_reports WHERE id = :id ${lock}`;
    const [report] = await reader.query<ReportRow>(sql, { id });
    const email = report && recipientsOf(report).find((each) => stopTarget(id, each).linkId === linkId);
    return report && email !== undefined ? { report, email } : null;
  }

  /** Pauses a report without recipients; resuming it requires a recipient. */
  async remove(tx: Tx, report: ReportRow, email: string): Promise<void> {
    const left = recipientsOf(report).filter((recipient) => recipient !== email);
    await tx.execute(
      `UPDATE scheduled_reports SET recipients = :recipients ${left.length === 0 ? `, ${SCHEDULES.becomes('pause')}, next_run_at = NULL` : ''}
        WHERE id = :id`,
      { id: report.id, recipients: JSON.stringify(left) },
      { ids: report.id },
    );
  }

  private async reportsTo(reader: Reader, email: string, lock = ''): Promise<ReportRow[]> {
    return reader.query<ReportRow>(
      `SELECT id, title, recipients FROM scheduled_reports WHERE JSON_CONTAINS(recipients, JSON_QUOTE(:email)) ORDER BY id ${lock}`,
      { email },
    );
  }
}
