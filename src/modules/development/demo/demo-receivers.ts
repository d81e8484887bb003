import { Injectable, Inject } from '@nestjs/common';
import { ScheduledReportsService } from '../../scheduled-reports/schedules/scheduled-reports.service.js';
import { WebhooksService } from '../../webhooks/webhooks.service.js';
import { MailboxServer } from '../mailbox/mailbox.server.js';
import { WebhookReceiverServer } from '../webhook-receiver/webhook-receiver.server.js';
import { Clock } from '../../../platform/clock/clock.js';
import { APP_CONFIG, type AppConfig } from '../../../platform/config/config.js';
import { MailboxStore, type ReceivedMail } from '../mailbox/mailbox.store.js';

/** Stores the emails of the last weeks only: writing thousands of files takes longer than sending them. */
@Injectable()
export class DemoMailboxStore extends MailboxStore {
  private since = new Date(0);

  constructor(
    private readonly movable: Clock,
    @Inject(APP_CONFIG) config: AppConfig,
  ) {
    super(movable, config);
  }

  keepSince(moment: Date): void {
    this.since = moment;
  }

  override async add(mail: ReceivedMail): Promise<string> {
    return this.movable.now() < this.since ? '' : super.add(mail);
  }
}

@Injectable()
export class DemoReceivers {
  constructor(
    private readonly mailServer: MailboxServer,
    private readonly mailbox: DemoMailboxStore,
    private readonly receiver: WebhookReceiverServer,
    private readonly webhooks: WebhooksService,
    private readonly reports: ScheduledReportsService,
  ) {}

  /** @throws Error if a running Carillon receives what this process sends. */
  check(): void {
    if (this.mailServer.port === null || this.receiver.url === null)
      throw new Error('The ports of the development mailbox and webhook receiver are in use. Stop Carillon first.');
  }

  keepEmailsSince(moment: number): void {
    this.mailbox.keepSince(new Date(moment));
  }

  /** The warehouse subscribes to a webhook, and the owner to a weekly report. */
  async subscribe(): Promise<void> {
    const events = ['commerce.order_completed', 'commerce.order_refunded', 'email.unsubscribed'];
    const url = this.receiver.url ?? '';
    await this.webhooks.create({ name: 'Warehouse', url, events, status: 'active', secret: null, from: null });
    const settings = { sendAt: '09:00', weekday: 'Mon' } as const;
    const report = { title: 'Weekly overview', type: 'overview', frequency: 'weekly' } as const;
    await this.reports.create({ ...report, recipients: ['owner@roastery.example'], settings });
  }

  async goDown(): Promise<void> {
    await this.receiver.onApplicationShutdown();
  }

  async comeBack(): Promise<void> {
    await this.receiver.onApplicationBootstrap();
  }
}
