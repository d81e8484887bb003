import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { isDatabaseUnavailable } from '../../../platform/errors/database-errors.js';
import { RestoreWatch } from './restore-watch.service.js';

const EVERY_MS = 10_000;

@Injectable()
export class RestoreWatchScheduler implements OnModuleInit {
  private readonly logger = new Logger(RestoreWatchScheduler.name);
  private beating = false;

  constructor(private readonly watch: RestoreWatch) {}

  /** Before any clock of this process starts something. */
  async onModuleInit(): Promise<void> {
    await this.beat();
  }

  @Interval(EVERY_MS)
  async beat(): Promise<void> {
    if (this.beating) return;
    this.beating = true;
    try {
      await this.watch.beat();
    } catch (error) {
      if (isDatabaseUnavailable(error)) this.logger.warn('The beat of sending waits for the database');
      else this.logger.error({ err: error }, 'A beat of sending failed and will be repeated');
    } finally {
      this.beating = false;
    }
  }
}
