import { Injectable } from '@nestjs/common';
import type { Tx } from '../../../platform/database/database.js';
import type { Reader } from '../../../platform/database/reader.js';
import {
  HoldsPersonalData,
  type Person,
  type PersonalDataHolder,
} from '../../../platform/personal-data/personal-data-holder.js';

interface ReportRow {
  readonly id: number;
  readonly title: string;
  readonly recipients: string;
}

/** Contacts who receive scheduled reports, which name their recipients by address. */
@HoldsPersonalData()
@Injectable()
export class ScheduledReportRecipients implements PersonalDataHolder {
  readonly section = 'scheduled_reports';
  readonly tables = ['scheduled_reports'];

  async exportOf(reader: Reader, { email }: Person): Promise<unknown> {
    return (await this.reportsTo(reader, email)).map(({ id, title }) => ({ id, title }));
  }

  /** The address alone leads here, so `sweep` does it. */
  erase(): Promise<void> {
    return Promise.resolve();
  }

  /** A report that has no recipient left is paused; whoever resumes it has to name one. */
  async sweep(tx: Tx, { email }: Person): Promise<void> {
    for (const { id, recipients } of await this.reportsTo(tx, email, 'FOR UPDATE')) {
      const left = (JSON.parse(recipients) as string[]).filter((recipient) => recipient !== email);
      await tx.execute(
        `UPDATE scheduled_reports SET recipients = :recipients ${left.length === 0 ? ", status = 'paused', next_run_at = NULL" : ''}
          WHERE id = :id`,
        { id, recipients: JSON.stringify(left) },
      );
    }
  }

  merge(): Promise<void> {
    return Promise.resolve();
  }

  private async reportsTo(reader: Reader, email: string, lock = ''): Promise<ReportRow[]> {
    return reader.query<ReportRow>(
      `SELECT id, title, recipients FROM scheduled_reports WHERE JSON_CONTAINS(recipients, JSON_QUOTE(:email)) ORDER BY id ${lock}`,
      { email },
    );
  }
}
