import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { isDatabaseUnavailable } from '../../../platform/errors/database-errors.js';
import { DeliveryUpkeep } from './delivery-upkeep.service.js';
import { WebhookDeliveryService } from './webhook-delivery.service.js';
import { WebhookDoorbell } from './webhook-doorbell.service.js';

const SWEEP_MS = 5_000;
const UPKEEP_MS = 60_000;

/** Makes up for every ring that was lost: on each worker, since rings cost little and claims exclude each other. */
@Injectable()
export class WebhookSweeper implements OnApplicationBootstrap {
  private readonly logger = new Logger(WebhookSweeper.name);
  private sweeping = false;

  constructor(
    private readonly upkeep: DeliveryUpkeep,
    private readonly deliveries: WebhookDeliveryService,
    private readonly doorbell: WebhookDoorbell,
  ) {}

  /** What a worker that is gone left due need not wait for the first interval. */
  onApplicationBootstrap(): void {
    void this.sweep();
  }

  @Interval(SWEEP_MS)
  async sweep(): Promise<void> {
    if (this.sweeping) return;
    this.sweeping = true;
    try {
      const webhooks = await this.upkeep.webhooks();
      this.doorbell.ring(webhooks.filter(({ due }) => due).map(({ id }) => id));
      await this.deliveries.tidy(new Set(webhooks.map(({ id }) => id)));
    } catch (error) {
      this.report(error);
    } finally {
      this.sweeping = false;
    }
  }

  @Interval(UPKEEP_MS)
  async endHopeless(): Promise<void> {
    try {
      const ended = await this.upkeep.endHopeless();
      if (ended > 0) this.logger.log({ ended }, 'Webhook deliveries that nobody waits for were ended');
    } catch (error) {
      this.report(error);
    }
  }

  private report(error: unknown): void {
    if (isDatabaseUnavailable(error)) this.logger.warn('The webhook sweeper waits for the database');
    else this.logger.error({ err: error }, 'The webhook sweeper failed and will try again');
  }
}
