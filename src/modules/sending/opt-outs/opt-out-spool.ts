import { join } from 'node:path';
import { Inject, Injectable } from '@nestjs/common';
import { APP_CONFIG, type AppConfig } from '../../../platform/config/config.js';
import { FileSpool } from '../../../platform/spool/file-spool.js';
import type { OptOutMethod } from '../../../events/email-state.js';

/** An opt-out that is not in the database yet. */
export interface OptOut {
  readonly messageId: number;
  readonly method: OptOutMethod;
  readonly reason: string | null;
  /** The IP address of the recipient, for the consent log. */
  readonly ip: string | null;
  /** When it was requested, in milliseconds since 1970; also used to recognize repeats. */
  readonly at: number;
}

/** Spools opt-outs that the database did not store in time to files on this machine, synced before the response. */
@Injectable()
export class OptOutSpool extends FileSpool<OptOut> {
  constructor(@Inject(APP_CONFIG) config: AppConfig) {
    super(join(config.dataDir, 'spool', 'opt-outs'));
  }
}
