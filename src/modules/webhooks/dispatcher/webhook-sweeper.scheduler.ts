import { type BeforeApplicationShutdown, Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { isDatabaseUnavailable } from '../../../platform/errors/database-errors.js';
import { WebhookSecrets } from '../webhook-secrets.service.js';
import { DeliveryUpkeep } from './delivery-upkeep.service.js';
import { LogRetention } from './log-retention.service.js';
import { WebhookDeliveryService } from './webhook-delivery.service.js';
import { WebhookDoorbell } from './webhook-doorbell.service.js';

const SWEEP_MS = 5_000;
const UPKEEP_MS = 60_000;
const RETENTION_MS = 3_600_000;

/** Makes up for every ring that was lost: on each worker, since rings cost little and claims exclude each other. */
@Injectable()
export class WebhookSweeper implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger(WebhookSweeper.name);
  private sweeping = false;
  private stopping = false;
  private forgetting: Promise<void> | null = null;
  private ending: Promise<void> | null = null;

  constructor(
    private readonly upkeep: DeliveryUpkeep,
    private readonly deliveries: WebhookDeliveryService,
    private readonly doorbell: WebhookDoorbell,
    private readonly secrets: WebhookSecrets,
    private readonly retention: LogRetention,
  ) {}

  /** What a worker that is gone left due need not wait for the first interval. */
  onApplicationBootstrap(): void {
    void this.sweep();
  }

  /** A chunk that is under way needs the database until it has ended. */
  async beforeApplicationShutdown(): Promise<void> {
    this.stopping = true;
    await Promise.all([this.forgetting, this.ending]);
  }

  @Interval(SWEEP_MS)
  async sweep(): Promise<void> {
    if (this.sweeping) return;
    this.sweeping = true;
    try {
      const webhooks = await this.upkeep.webhooks();
      const due = webhooks.filter((webhook) => webhook.due);
      this.doorbell.ring(due.map(({ id }) => id));
      // A ring goes to one worker, and that may be one that stands still or has lost the database. Where nobody is at
      // work, this one sets to it itself; claims exclude each other.
      for (const { id, claimed } of due) if (!claimed) this.deliveries.wake(id);
      await this.deliveries.tidy(new Set(webhooks.map(({ id }) => id)));
    } catch (error) {
      this.report(error);
    } finally {
      this.sweeping = false;
    }
  }

  @Interval(UPKEEP_MS)
  endHopeless(): void {
    if (this.stopping || this.ending) return;
    this.ending = this.upkeep
      .endHopeless(() => !this.stopping)
      .then((ended) => {
        if (ended > 0) this.logger.log({ ended }, 'Webhook deliveries that can no longer be made were ended');
      })
      .catch((error: unknown) => {
        this.report(error);
      })
      .finally(() => {
        this.ending = null;
      });
  }

  /** Old secrets stop signing by themselves when their grace is over; here they stop being stored. */
  @Interval(UPKEEP_MS)
  async forgetSecrets(): Promise<void> {
    await this.secrets.forgetPrevious().catch((error: unknown) => {
      this.report(error);
    });
  }

  @Interval(RETENTION_MS)
  forgetOld(): void {
    if (this.stopping || this.forgetting) return;
    this.forgetting = this.retention
      .forgetOld(() => !this.stopping)
      .then((forgotten) => {
        if (forgotten > 0) this.logger.log({ forgotten }, 'Old webhook deliveries were forgotten');
      })
      .catch((error: unknown) => {
        this.report(error);
      })
      .finally(() => {
        this.forgetting = null;
      });
  }

  private report(error: unknown): void {
    if (isDatabaseUnavailable(error)) this.logger.warn('The webhook sweeper waits for the database');
    else this.logger.error({ err: error }, 'The webhook sweeper failed and will try again');
  }
}
