import { Injectable } from '@nestjs/common';
import type { Tx, Reader } from '../../../platform/database/database.js';
import {
  StoresPersonalData,
  type Person,
  type PersonalDataStore,
} from '../../../platform/personal-data/personal-data-store.js';
import { SCHEDULES } from './scheduled-report-types.js';

interface ReportRow {
  readonly id: number;
  readonly title: string;
  readonly recipients: string;
}

@StoresPersonalData()
@Injectable()
export class ScheduledReportRecipients implements PersonalDataStore {
  readonly section = 'scheduled_reports';
  readonly tables = ['scheduled_reports'];

  async exportOf(reader: Reader, { email }: Person): Promise<unknown> {
    return (await this.reportsTo(reader, email)).map(({ id, title }) => ({ id, title }));
  }

  /** Pauses a report without recipients; resuming it requires a recipient. */
  async sweep(tx: Tx, { email }: Person): Promise<void> {
    for (const { id, recipients } of await this.reportsTo(tx, email, 'FOR UPDATE')) {
      const left = (JSON.parse(recipients) as string[]).filter((recipient) => recipient !== email);
      await tx.execute(
        `UPDATE scheduled_reports SET recipients = :recipients ${left.length === 0 ? `, ${SCHEDULES.becomes('pause')}, next_run_at = NULL` : ''}
          WHERE id = :id`,
        { id, recipients: JSON.stringify(left) },
        { changes: 'scheduled_reports', ids: id },
      );
    }
  }

  private async reportsTo(reader: Reader, email: string, lock = ''): Promise<ReportRow[]> {
    return reader.query<ReportRow>(
      `SELECT id, title, recipients FROM scheduled_reports WHERE JSON_CONTAINS(recipients, JSON_QUOTE(:email)) ORDER BY id ${lock}`,
      { email },
    );
  }
}
