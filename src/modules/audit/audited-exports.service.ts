import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import { currentCall, insertEntries } from './audit-trail.js';

/** Records exports in the audit log before the first row of the file is sent. */
@Injectable()
export class AuditedExports {
  constructor(private readonly db: Database) {}

  /** Does nothing outside a request of a manager or a command. @param id null for many records. */
  async record(type: string, id: number | null): Promise<void> {
    const call = currentCall();
    if (!call) return;
    const contactId = type === 'contact' ? id : null;
    const entry = { action: 'exported', type, id, records: 1, contactId, changes: null } as const;
    await this.db.transaction((tx) => insertEntries(tx, call, [entry]));
  }
}
