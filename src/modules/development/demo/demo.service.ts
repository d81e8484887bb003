import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'mysql2';
import { DataSource } from 'typeorm';
import { Clock } from '../../../platform/clock/clock.js';
import type { MovableClock } from '../../../platform/clock/movable-clock.js';
import { Database } from '../../../platform/database/database.js';
import { runInternally } from '../../audit/audit-trail.js';
import { ScheduledReportsService } from '../../scheduled-reports/schedules/scheduled-reports.service.js';
import { WebhooksService } from '../../webhooks/webhooks.service.js';
import { MailboxServer } from '../mailbox/mailbox.server.js';
import { WebhookReceiverServer } from '../webhook-receiver/webhook-receiver.server.js';
import { DemoAgenda } from './demo-agenda.js';
import { DemoAudience } from './demo-audience.js';
import { DemoCampaigns } from './demo-campaigns.js';
import { chance } from './demo-chance.js';
import { DEMO_CAMPAIGNS, DEMO_DRAFT, DEMO_SCHEDULED } from './demo-data.js';
import { DemoFunnels } from './demo-funnels.js';
import { type DemoPerson, demoPerson } from './demo-people.js';
import { DemoMailboxStore } from './demo-mailbox.store.js';
import { DemoRecipients } from './demo-recipients.js';
import type { RecipeIds } from './demo-recipes.js';
import { DemoShop } from './demo-shop.js';
import { DemoWorker } from './demo-worker.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** When the worker runs on each day of the history: for reports and campaigns, and for what happened since. */
const HOURS = [9, 17] as const;
const CUSTOMERS = { day: 0, people: 150 } as const;
const FAIR = { day: 45, people: 50, tag: 3 } as const;
/** On this day, the webhook receiver is down from 10 to 20 o'clock. */
const OUTAGE_DAY = 97;

const MAILBOX_DAYS = 21;
/** Without those that emails bring. */
const ORDERS_PER_DAY = 1.2;

export interface DemoOptions {
  /** The last day ends at this midnight, UTC. */
  readonly end: Date;
  /** Long enough that contacts of the first days have been quiet for 90 days. */
  readonly days: number;
  readonly signUpsPerDay: number;
}

/**
 * Lets a small shop live through some months, day by day, by the services that the API and the worker use. Only the clock is moved, so
 * ledgers, counters, and reports are what they would have become. All chances are fixed: the figures are always the same.
 */
@Injectable()
export class DemoService {
  private readonly people = new Map<string, DemoPerson>();

  constructor(
    @Inject(Clock) private readonly clock: MovableClock,
    private readonly db: Database,
    private readonly dataSource: DataSource,
    private readonly audience: DemoAudience,
    private readonly campaigns: DemoCampaigns,
    private readonly funnels: DemoFunnels,
    private readonly recipients: DemoRecipients,
    private readonly shop: DemoShop,
    private readonly webhooks: WebhooksService,
    private readonly receiver: WebhookReceiverServer,
    private readonly reports: ScheduledReportsService,
    private readonly mailServer: MailboxServer,
    private readonly mailbox: DemoMailboxStore,
    private readonly agenda: DemoAgenda,
    private readonly worker: DemoWorker,
  ) {}

  /** @returns false if there are contacts already, and nothing was changed. */
  async load(options: DemoOptions): Promise<boolean> {
    if ((await this.db.query('SELECT id FROM contacts LIMIT 1')).length > 0) return false;
    if (this.mailServer.port === null || this.receiver.url === null)
      throw new Error('The ports of the development mailbox and webhook receiver are in use. Stop Carillon first.');
    const present = this.clock.now();
    this.clock.setTimeOf((this.dataSource.driver as unknown as { readonly pool: Pool }).pool);
    const start = options.end.getTime() - options.days * DAY_MS;
    this.clock.to(new Date(start));
    this.mailbox.storeSince(new Date(options.end.getTime() - MAILBOX_DAYS * DAY_MS));
    const ids = await this.audience.prepare();
    this.plan(ids, start, options);
    for (let day = 0; day < options.days; day += 1)
      for (const hour of HOURS) await this.live(start + day * DAY_MS + hour * HOUR_MS);
    await this.live(present.getTime());
    return true;
  }

  /** Continues until a moment, and plans what the recipients of the emails of this moment will do. */
  private async live(moment: number): Promise<void> {
    await this.agenda.until(moment);
    await this.recipients.requestsEnd();
    await runInternally(() => this.worker.settle());
    await this.recipients.receive(this.people, moment);
  }

  private plan(ids: RecipeIds, start: number, { end, days, signUpsPerDay }: DemoOptions): void {
    const at = (day: number, hour: number): number => start + day * DAY_MS + hour * HOUR_MS;
    const list = ids.lists[0] ?? 0;
    const plan = (day: number, hour: number, act: () => Promise<unknown>): void => {
      if (day < days) this.agenda.plan(at(day, hour), act);
    };
    plan(CUSTOMERS.day, 6, () =>
      this.audience.import(this.arrive(CUSTOMERS.people), 'customers of the old shop', undefined),
    );
    plan(CUSTOMERS.day, 8, () => this.funnels.publish(ids));
    plan(FAIR.day, 10, () => this.audience.import(this.arrive(FAIR.people), 'cards from the fair', FAIR.tag));
    for (const moment of growing('sign-up', Math.round(days * signUpsPerDay), at(1, 0), end.getTime()))
      this.agenda.plan(moment, async () => {
        const [person] = this.arrive(1);
        if (person) await this.audience.signUp(person, moment);
      });
    for (const [number, moment] of growing(
      'order',
      Math.round(days * ORDERS_PER_DAY),
      at(2, 0),
      end.getTime(),
    ).entries())
      this.agenda.plan(moment, () => this.shop.sell(this.somebody(`buyer ${number}`), moment));
    for (let day = 5; day < days; day += 4)
      plan(day, 16, () => this.shop.abandon(this.somebody(`basket of day ${day}`)));
    for (const campaign of DEMO_CAMPAIGNS)
      plan(campaign.day - 1, 15, () => this.campaigns.write(campaign, list, at(campaign.day, 9)));
    plan(20, 12, () => this.subscribe());
    plan(OUTAGE_DAY, 10, () => this.receiver.onApplicationShutdown());
    plan(OUTAGE_DAY, 20, () => this.receiver.onApplicationBootstrap());
    this.agenda.plan(end.getTime() - HOUR_MS, () => this.campaigns.write(DEMO_DRAFT, list, null));
    this.agenda.plan(end.getTime() - HOUR_MS, () =>
      this.campaigns.write(DEMO_SCHEDULED, list, end.getTime() + DEMO_SCHEDULED.day * DAY_MS + 9 * HOUR_MS),
    );
  }

  /** Returns the next people who come to know the shop. */
  private arrive(count: number): DemoPerson[] {
    const people = Array.from({ length: count }, (_, index) => demoPerson(this.people.size + index));
    for (const person of people) this.people.set(person.email, person);
    return people;
  }

  private somebody(name: string): DemoPerson {
    return demoPerson(Math.floor(chance(name) * this.people.size));
  }

  /** The shop's own systems and people start to use the webhook and the weekly report. */
  private async subscribe(): Promise<void> {
    const { url } = this.receiver;
    if (url !== null)
      await this.webhooks.create({
        ...{
          name: 'Warehouse',
          url,
          events: ['commerce.order_completed', 'commerce.order_refunded', 'email.unsubscribed'],
          status: 'active',
        },
        ...{ secret: null, from: null },
      });
    const settings = { sendAt: '09:00', weekday: 'Mon' } as const;
    const recipients = ['owner@roastery.example'];
    await this.reports.create({
      title: 'Weekly overview',
      type: 'overview',
      frequency: 'weekly',
      recipients,
      settings,
    });
  }
}

/** Returns moments that become more frequent. */
function growing(name: string, count: number, from: number, to: number): number[] {
  return Array.from(
    { length: count },
    (_, index) => from + Math.sqrt((index + chance(`${name} ${index}`)) / count) * (to - from),
  );
}
