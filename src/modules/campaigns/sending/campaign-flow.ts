import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { AppError } from '../../../platform/errors/app-error.js';
import { SendingBellService } from '../../sending/sending-bell.service.js';
import { ExperimentProgressService } from '../ab-test/experiment-progress.service.js';
import { CampaignStates } from '../campaign-states.service.js';
import { CampaignProgressService } from './campaign-progress.service.js';

/** Enrols a campaign's recipients chunk by chunk and rings the senders as soon as there is somebody to write to. */
@Injectable()
export class CampaignFlow implements OnApplicationShutdown {
  private readonly logger = new Logger(CampaignFlow.name);
  private readonly running = new Map<string, Promise<void>>();
  private stopping = false;

  constructor(
    private readonly progress: CampaignProgressService,
    private readonly experiments: ExperimentProgressService,
    private readonly states: CampaignStates,
    private readonly bell: SendingBellService,
  ) {}

  /** Returns at once. Of several workers one does a campaign: whoever finds its row locked tries again at the next tick. */
  advance(id: number): void {
    this.run(`recipients:${id}`, id, () => this.progress.enrolNextChunk(id));
  }

  /** The same for its A/B test: the decision, and letting those go who waited for it. */
  advanceExperiment(id: number): void {
    this.run(`experiment:${id}`, id, () => this.experiments.advance(id));
  }

  async onApplicationShutdown(): Promise<void> {
    this.stopping = true;
    await Promise.allSettled(this.running.values());
  }

  private run(name: string, id: number, step: () => Promise<boolean>): void {
    if (this.stopping || this.running.has(name)) return;
    const run = this.repeat(id, step)
      .catch((error: unknown) => this.handle(id, error))
      .catch((error: unknown) => {
        this.logger.error({ err: error, campaign: id }, 'A campaign stopped moving and will be taken up again');
      })
      .finally(() => this.running.delete(name));
    this.running.set(name, run);
  }

  private async repeat(id: number, step: () => Promise<boolean>): Promise<void> {
    let more = true;
    while (more && !this.stopping) {
      more = await step();
      await this.bell.ring({ type: 'campaign', id });
    }
  }

  /** A rule that lost its meaning, its custom field deleted for example, does not get it back by being tried again. */
  private async handle(id: number, error: unknown): Promise<void> {
    if (!(error instanceof AppError)) throw error;
    this.logger.warn({ err: error, campaign: id }, 'A campaign whose recipients cannot be told any more is paused');
    await this.states.pause(id, 'not_ready');
  }
}
