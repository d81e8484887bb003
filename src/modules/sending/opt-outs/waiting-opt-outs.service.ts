import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { isDatabaseUnavailable, isRetryable } from '../../../platform/errors/database-errors.js';
import { type OptOut, OptOutSpool } from './opt-out-spool.js';
import { OptOutService } from './opt-out.service.js';

const INTERVAL_MS = 1_000;
/** After an opt-out that the database refuses: others must not wait for it, and it must not fill the log. */
const PAUSE_MS = 30_000;

/**
 * Carries opt-outs from files into the database. Every process does it, since files belong to a machine: where there is no
 * worker, the API has to.
 */
@Injectable()
export class WaitingOptOuts implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(WaitingOptOuts.name);
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

  /** Carries what is there; while the database is away it all waits, without a word. Passes do not overlap. */
  async carry(): Promise<void> {
    this.pass ??= this.carryOnce().finally(() => {
      this.pass = null;
    });
    await this.pass;
  }

  private async carryOnce(): Promise<void> {
    try {
      const carried = await this.spool.drain((entries) => this.applyAll(entries));
      if (carried > 0) this.logger.log({ carried }, 'Opt-outs that had to wait for the database are in it now');
    } catch (error) {
      if (isDatabaseUnavailable(error) || isRetryable(error)) return;
      this.notBefore = performance.now() + PAUSE_MS;
      this.logger.error({ err: error }, 'Opt-outs wait in files');
    }
  }

  private async applyAll(entries: readonly OptOut[]): Promise<void> {
    for (const entry of entries) {
      try {
        await this.optOuts.apply(entry);
      } catch (error) {
        if (isDatabaseUnavailable(error) || isRetryable(error)) throw error;
        // To the end, so that those behind it get their turn.
        await this.spool.append(entry);
        this.notBefore = performance.now() + PAUSE_MS;
        this.logger.error({ err: error, email_id: entry.messageId }, 'An opt-out was refused and is tried again');
      }
    }
  }
}
