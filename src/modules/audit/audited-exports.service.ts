import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import { insertEntries } from './audit-entries.js';
import { callUnderWay } from './audit-trail.js';

/** Records in the audit log what a call takes out of the system, before the first row of the file is sent. */
@Injectable()
export class AuditedExports {
  constructor(private readonly db: Database) {}

  /** @param id null for many records. Does nothing outside a call of a manager or of the command line. */
  async record(type: string, id: number | null): Promise<void> {
    const call = callUnderWay();
    if (!call) return;
    const contactId = type === 'contact' ? id : null;
    const entry = { action: 'exported', type, id, records: 1, contactId, changes: null } as const;
    await this.db.transaction((tx) => insertEntries(tx, call, [entry]));
  }
}
