import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Periodic } from '../../../platform/work/periodic.js';
import { RestoreWatch } from './restore-watch.service.js';

@Injectable()
export class RestoreWatchScheduler implements OnModuleInit {
  constructor(private readonly watch: RestoreWatch) {}

  /** Before any periodic task of this process starts. */
  async onModuleInit(): Promise<void> {
    await this.beat();
  }

  @Periodic({ name: 'Sending heartbeat', everyMs: 10_000 })
  async beat(): Promise<void> {
    await this.watch.beat();
  }
}
