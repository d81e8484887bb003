import { Logger, type OnApplicationShutdown } from '@nestjs/common';
import type { StoredEvent } from '../../../events/domain-events.js';
import type { Tx } from '../../../platform/database/database.js';
import { AppError } from '../../../platform/errors/app-error.js';
import { type AfterRelay, type EventSubscriber, Subscribes } from '../../../platform/outbox/event-subscriber.js';
import { SendingNotifier } from '../../sending/ledger/sending-notifier.service.js';
import { ExperimentProgressService } from '../ab-test/experiment-progress.service.js';
import { CampaignStates } from '../lifecycle/campaign-states.service.js';
import { CampaignEnrollment } from './campaign-enrollment.service.js';

/** Starts right after the commit of a start; the scheduler would find the campaign a little later. */
@Subscribes()
export class CampaignFlow implements EventSubscriber<'campaign.started'>, OnApplicationShutdown {
  readonly name = 'campaign-flow';
  readonly wants = ['campaign.started'] as const;
  private readonly logger = new Logger(CampaignFlow.name);
  private readonly running = new Map<string, Promise<void>>();
  private stopping = false;

  constructor(
    private readonly enrollment: CampaignEnrollment,
    private readonly experiments: ExperimentProgressService,
    private readonly states: CampaignStates,
    private readonly notifier: SendingNotifier,
  ) {}

  onEvents(_tx: Tx, events: readonly StoredEvent<'campaign.started'>[]): Promise<AfterRelay> {
    return Promise.resolve(() => {
      for (const { data } of events) this.advance(data.id);
    });
  }

  /** Returns immediately. One worker advances a campaign; the others find its row locked and retry at the next tick. */
  advance(id: number): void {
    this.run(`recipients:${id}`, id, () => this.enrollment.enrollNextChunk(id));
  }

  /** Advances the A/B test: the decision, and the release of the emails that waited for it. */
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
        this.logger.error({ err: error, campaign: id }, 'Campaign enrollment failed; retrying');
      })
      .finally(() => this.running.delete(name));
    this.running.set(name, run);
  }

  private async repeat(id: number, step: () => Promise<boolean>): Promise<void> {
    let more = true;
    while (more && !this.stopping) {
      more = await step();
      this.notifier.notify({ type: 'campaign', id });
    }
  }

  /** Pauses a campaign with an invalid rule (its custom field was deleted, for example): retries cannot fix it. */
  private async handle(id: number, error: unknown): Promise<void> {
    if (!(error instanceof AppError)) throw error;
    this.logger.warn({ err: error, campaign: id }, 'Campaign paused: its recipient rule is invalid');
    await this.states.pause(id, 'not_ready');
  }
}
