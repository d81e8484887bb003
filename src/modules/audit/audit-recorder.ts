import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import type { ChangeRecorder } from '../../platform/database/transaction.js';
import { type AuditedCall, currentCall } from './audit-trail.js';
import { AuditedTransaction } from './audited-transaction.js';

/** Records the changes of each transaction of an audited call. */
@Injectable()
export class AuditRecorder implements ChangeRecorder, OnModuleInit {
  private readonly recorded = new WeakSet<AuditedCall>();

  constructor(private readonly db: Database) {}

  onModuleInit(): void {
    this.db.recordChangesBy(this);
  }

  begin(): AuditedTransaction | null {
    const call = currentCall();
    return call ? new AuditedTransaction(call, this.recorded) : null;
  }
}
