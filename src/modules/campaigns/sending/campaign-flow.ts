import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { SendingBellService } from '../../emails/sending/sending-bell.service.js';
import { CampaignProgressService } from './campaign-progress.service.js';

/** Enrols a campaign's recipients chunk by chunk and rings the senders as soon as there is somebody to write to. */
@Injectable()
export class CampaignFlow implements OnApplicationShutdown {
  private readonly logger = new Logger(CampaignFlow.name);
  private readonly running = new Map<number, Promise<void>>();
  private stopping = false;

  constructor(
    private readonly progress: CampaignProgressService,
    private readonly bell: SendingBellService,
  ) {}

  /** Returns at once. Two workers may do the same campaign; its row lock makes them take turns. */
  advance(id: number): void {
    if (this.stopping || this.running.has(id)) return;
    const run = this.enrol(id)
      .catch((error: unknown) => {
        this.logger.error({ err: error, campaign: id }, 'Enrolling recipients stopped and will be taken up again');
      })
      .finally(() => this.running.delete(id));
    this.running.set(id, run);
  }

  async onApplicationShutdown(): Promise<void> {
    this.stopping = true;
    await Promise.allSettled(this.running.values());
  }

  private async enrol(id: number): Promise<void> {
    let more = true;
    while (more && !this.stopping) {
      more = await this.progress.enrolNextChunk(id);
      await this.bell.ring({ type: 'campaign', id });
    }
  }
}
