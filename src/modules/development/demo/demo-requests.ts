import { Injectable } from '@nestjs/common';
import { TrackingEvents } from '../../tracking/tracking-events.service.js';
import { DemoAgenda } from './demo-agenda.js';

/** A program that loads images and follows links. */
export interface DemoDevice {
  readonly userAgent: string;
  readonly ip: string;
}

/**
 * Requests of tracking pixels and links, through the service behind them. A busy database must not move them to the spool: the API,
 * which may use the same folder, would store them at the real time.
 */
@Injectable()
export class DemoRequests {
  private events: ReturnType<TrackingEvents['eventOf']>[] = [];

  constructor(
    private readonly tracking: TrackingEvents,
    private readonly agenda: DemoAgenda,
  ) {}

  open(messageId: number, device: DemoDevice, at: number): void {
    this.plan({ kind: 'open', messageId }, device, at);
  }

  click(messageId: number, linkId: number, device: DemoDevice, at: number): void {
    this.plan({ kind: 'click', messageId, linkId }, device, at);
  }

  private plan(touched: Parameters<TrackingEvents['eventOf']>[0], device: DemoDevice, at: number): void {
    this.agenda.plan(at, () => {
      this.events.push(this.tracking.eventOf(touched, { ...device, method: 'GET', purpose: null }));
      return Promise.resolve();
    });
  }

  /** Stores the requests of the past, together. */
  async store(): Promise<void> {
    const events = this.events.splice(0);
    if (events.length > 0) await this.tracking.store(events);
  }
}
