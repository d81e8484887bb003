import { Injectable } from '@nestjs/common';
import { DemoAgenda } from './demo-agenda.js';
import { DemoArrivals } from './demo-arrivals.js';
import type { DemoIds } from './demo-catalog.js';
import { DEMO_CAMPAIGNS, DEMO_DRAFT, DEMO_SCHEDULED } from './demo-data.js';
import { DemoContent } from './demo-content.js';
import { chance, type DemoPerson, demoPerson } from './demo-people.js';
import { DemoReceivers } from './demo-receivers.js';
import { DemoShop } from './demo-shop.js';

export interface DemoOptions {
  /** A midnight, UTC: the end of the last day. */
  readonly end: Date;
  /** More than 90, so that contacts can be quiet for that long. */
  readonly days: number;
  readonly signUpsPerDay: number;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const CUSTOMERS = { day: 0, people: 150 } as const;
const FAIR = { day: 45, people: 50, tag: 3 } as const;
/** On this day, the webhook receiver is down from 10 to 20 o'clock. */
const OUTAGE_DAY = 97;
/** Without those that emails bring. */
const ORDERS_PER_DAY = 1.2;

/** What happens to the shop, apart from what emails cause. */
@Injectable()
export class DemoStory {
  private known = 0;

  constructor(
    private readonly arrivals: DemoArrivals,
    private readonly content: DemoContent,
    private readonly shop: DemoShop,
    private readonly receivers: DemoReceivers,
    private readonly agenda: DemoAgenda,
  ) {}

  plan(ids: DemoIds, { end, days, signUpsPerDay }: DemoOptions): void {
    const endsAt = end.getTime();
    const at = (day: number, hour: number): number => endsAt - (days - day) * DAY_MS + hour * HOUR_MS;
    const plan = (day: number, hour: number, act: () => Promise<unknown>): void => {
      if (day < days) this.agenda.plan(at(day, hour), act);
    };
    plan(CUSTOMERS.day, 6, () =>
      this.arrivals.import(ids, this.arrive(CUSTOMERS.people), 'customers of the old shop', []),
    );
    plan(CUSTOMERS.day, 8, () => this.content.publishFunnels(ids));
    plan(FAIR.day, 10, () => {
      const tags = ids.contactTags.slice(FAIR.tag, FAIR.tag + 1);
      return this.arrivals.import(ids, this.arrive(FAIR.people), 'cards from the fair', tags);
    });
    for (const moment of growing('sign-up', Math.round(days * signUpsPerDay), at(1, 0), endsAt))
      this.agenda.plan(moment, async () => {
        for (const person of this.arrive(1)) await this.arrivals.signUp(ids, person, moment);
      });
    for (const [number, moment] of growing('order', Math.round(days * ORDERS_PER_DAY), at(2, 0), endsAt).entries())
      this.agenda.plan(moment, () => this.shop.sell(this.anyone(`buyer ${number}`), moment));
    for (let day = 5; day < days; day += 4) plan(day, 16, () => this.shop.abandon(this.anyone(`basket of day ${day}`)));
    plan(20, 12, () => this.receivers.subscribe());
    plan(OUTAGE_DAY, 10, () => this.receivers.goDown());
    plan(OUTAGE_DAY, 20, () => this.receivers.comeBack());
    const list = ids.lists[0] ?? 0;
    for (const campaign of DEMO_CAMPAIGNS)
      plan(campaign.day - 1, 15, () => this.content.writeCampaign(campaign, list, at(campaign.day, 9)));
    plan(days - 1, 22, () => this.content.writeCampaign(DEMO_DRAFT, list, null));
    plan(days - 1, 23, () => this.content.writeCampaign(DEMO_SCHEDULED, list, at(days + DEMO_SCHEDULED.day, 9)));
  }

  /** Returns the next people who come to know the shop. */
  private arrive(count: number): DemoPerson[] {
    const people = Array.from({ length: count }, (_, index) => demoPerson(this.known + index));
    this.known += count;
    return people;
  }

  private anyone(name: string): DemoPerson {
    return demoPerson(Math.floor(chance(name) * this.known));
  }
}

/** Returns moments that become more frequent. */
function growing(name: string, count: number, from: number, to: number): number[] {
  return Array.from(
    { length: count },
    (_, index) => from + Math.sqrt((index + chance(`${name} ${index}`)) / count) * (to - from),
  );
}
