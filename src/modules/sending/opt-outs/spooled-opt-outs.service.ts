import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { isTransient } from '../../../platform/errors/database-errors.js';
import { type OptOut, OptOutService, OptOutSpool } from './opt-out.service.js';

const INTERVAL_MS = 1_000;
/** Pause after the database refused an opt-out, so that it neither delays others nor fills the log. */
const PAUSE_MS = 30_000;

/** Writes spooled opt-outs to the database. Every process does this, because the files are local. */
@Injectable()
export class SpooledOptOuts implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(SpooledOptOuts.name);
  private timer: NodeJS.Timeout | undefined;
  private pass: Promise<void> | null = null;
  private notBefore = 0;

  constructor(
    private readonly spool: OptOutSpool,
    private readonly optOuts: OptOutService,
  ) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => {
      if (performance.now() >= this.notBefore) void this.carry();
    }, INTERVAL_MS).unref();
  }

  async onApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    await this.pass;
  }

  /** Writes all spooled opt-outs; while the database is unavailable, they stay. Runs do not overlap. */
  async carry(): Promise<void> {
    this.pass ??= this.carryOnce().finally(() => {
      this.pass = null;
    });
    await this.pass;
  }

  private async carryOnce(): Promise<void> {
    try {
      const carried = await this.spool.drain((entries) => this.applyAll(entries));
      if (carried > 0) this.logger.log({ carried }, 'Opt-out spool written to the database');
    } catch (error) {
      if (isTransient(error)) return;
      this.notBefore = performance.now() + PAUSE_MS;
      this.logger.error({ err: error }, 'Opt-out spool not written to the database');
    }
  }

  private async applyAll(entries: readonly OptOut[]): Promise<void> {
    for (const entry of entries) {
      try {
        await this.optOuts.apply(entry);
      } catch (error) {
        if (isTransient(error)) throw error;
        // Appended at the end, so that it does not block the others.
        await this.spool.append(entry);
        this.notBefore = performance.now() + PAUSE_MS;
        this.logger.error({ err: error, email_id: entry.messageId }, 'Opt-out failed; retrying');
      }
    }
  }
}
