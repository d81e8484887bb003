import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Periodic } from '../../../platform/work/periodic.js';
import { RestoreDetector } from './restore-detector.service.js';

@Injectable()
export class RestoreDetectorScheduler implements OnModuleInit {
  constructor(private readonly detector: RestoreDetector) {}

  /** Runs before any periodic task of this process. */
  async onModuleInit(): Promise<void> {
    await this.check();
  }

  @Periodic({ name: 'Sending heartbeat', everyMs: 10_000 })
  async check(): Promise<void> {
    await this.detector.check();
  }
}
