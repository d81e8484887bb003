import { Module } from '@nestjs/common';
import { QUEUE, queue } from '../../platform/queue/queues.js';
import { LeaseWatchModule } from '../../platform/work/lease-watch.module.js';
import { DeliveryClaims } from './dispatcher/delivery-claims.service.js';
import { DeliverySettlements } from './dispatcher/delivery-settlements.service.js';
import { DeliveryMaintenance } from './dispatcher/delivery-maintenance.service.js';
import { LogRetention } from './dispatcher/log-retention.js';
import { ReplayRuns } from './dispatcher/replay-runs.service.js';
import { ReactivatedWebhooks } from './dispatcher/reactivated-webhooks.service.js';
import { WebhookDeliveryProcessor } from './dispatcher/webhook-delivery.processor.js';
import { WebhookDeliveryService } from './dispatcher/webhook-delivery.service.js';
import { WebhookDispatcher } from './dispatcher/webhook-dispatcher.subscriber.js';
import { WebhookNotifier } from './dispatcher/webhook-notifier.service.js';
import { WebhookSweeper } from './dispatcher/webhook-sweeper.scheduler.js';
import { WebhooksModule } from './webhooks.module.js';

/** Turns events into deliveries, and makes them. Bull only wakes it: the work is in the database, so it survives the loss of Redis. */
@Module({
  imports: [WebhooksModule, LeaseWatchModule, queue(QUEUE.webhookDeliveries)],
  providers: [
    WebhookDispatcher,
    WebhookNotifier,
    WebhookDeliveryProcessor,
    WebhookDeliveryService,
    WebhookSweeper,
    DeliveryClaims,
    DeliverySettlements,
    DeliveryMaintenance,
    LogRetention,
    ReplayRuns,
    ReactivatedWebhooks,
  ],
})
export class WebhookDispatcherModule {}
