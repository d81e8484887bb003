import { join } from 'node:path';
import { Inject, Injectable } from '@nestjs/common';
import { APP_CONFIG, type AppConfig } from '../../../platform/config/config.js';
import { FileSpool } from '../../../platform/spool/file-spool.js';
import type { OptOutMethod } from '../../../events/email-state.js';

/** Somebody's wish, as it waits for the database. */
export interface OptOut {
  readonly messageId: number;
  readonly method: OptOutMethod;
  readonly reason: string | null;
  /** Of the reader, for the proof of it. */
  readonly ip: string | null;
  /** When it was said, in milliseconds; what has been done for it already is told by this. */
  readonly at: number;
}

/** Opt-outs that the database could not take in time: in files of this machine, on the disk before anybody is told so. */
@Injectable()
export class OptOutSpool extends FileSpool<OptOut> {
  constructor(@Inject(APP_CONFIG) config: AppConfig) {
    super(join(config.dataDir, 'spool', 'opt-outs'));
  }
}
