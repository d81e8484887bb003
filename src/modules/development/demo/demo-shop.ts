import { Injectable } from '@nestjs/common';
import { OrdersService } from '../../commerce/orders.service.js';
import { FiredTriggers } from '../../funnels/triggers/fired-triggers.service.js';
import { DemoAgenda } from './demo-agenda.js';
import { DEMO_COFFEES } from './demo-data.js';
import { chance, happens, pick, type DemoPerson } from './demo-people.js';

const DAY_MS = 86_400_000;

/** The shop reports what people buy, return, and leave behind. */
@Injectable()
export class DemoShop {
  private orders = 0;

  constructor(
    private readonly reported: OrdersService,
    private readonly triggers: FiredTriggers,
    private readonly agenda: DemoAgenda,
  ) {}

  /** Reports an order of the present. In Japan they pay in yen. */
  async sell({ email, country }: DemoPerson, at: number): Promise<void> {
    this.orders += 1;
    const name = `order ${this.orders}`;
    const coffee = pick(`${name} coffee`, DEMO_COFFEES);
    const [price, currency] = country === 'JP' ? [coffee.yen, 'JPY'] : [coffee.price, 'EUR'];
    const quantity = pick(`${name} quantity`, [1, 1, 1, 2, 2, 3]);
    const { order } = await this.reported.report({
      ...{ external_id: `A-${1_000 + this.orders}`, email, currency, total: cents(price * quantity) },
      status: happens(`${name} unpaid`, 0.05) ? 'pending' : 'completed',
      items: [{ external_id: coffee.external_id, title: coffee.title, quantity, price }],
      ordered_at: new Date(at).toISOString(),
    });
    if (order.status !== 'completed' || !happens(`${name} returned`, 0.06)) return;
    this.agenda.plan(at + (2 + chance(`${name} return`) * 3) * DAY_MS, () =>
      this.reported.refund(order.id, { amount: price, reason: 'roasted too dark', external_id: `R-${name.slice(6)}` }),
    );
  }

  async abandon({ email, number }: DemoPerson): Promise<void> {
    const total = cents(pick(`basket ${number}`, DEMO_COFFEES).price * pick(`basket size ${number}`, [1, 2, 4]));
    await this.triggers.fire('custom_cart_abandoned', {
      ...{ who: { email }, payload: { code: `B-${number}`, total }, contact: {} },
    });
  }
}

const cents = (amount: number): number => Math.round(amount * 100) / 100;
