import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { APP_CONFIG, type AppConfig } from '../../../platform/config/config.js';
import { TrackingEvents } from '../../tracking/tracking-events.service.js';
import { DemoAgenda } from './demo-agenda.js';

/** A program that loads images and follows links. */
export interface DemoDevice {
  readonly userAgent: string;
  readonly ip: string;
}

const SPOOL_LOOK_MS = 50;

/** Requests of tracking pixels and links, through the service behind them. */
@Injectable()
export class DemoRequests {
  /** They are being stored. */
  private underWay: Promise<void>[] = [];

  constructor(
    private readonly tracking: TrackingEvents,
    private readonly agenda: DemoAgenda,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  open(messageId: number, device: DemoDevice, at: number): void {
    this.plan({ kind: 'open', messageId }, device, at);
  }

  click(messageId: number, linkId: number, device: DemoDevice, at: number): void {
    this.plan({ kind: 'click', messageId, linkId }, device, at);
  }

  /** Not awaited one by one, so that they are stored together. */
  private plan(touched: Parameters<TrackingEvents['take']>[0], device: DemoDevice, at: number): void {
    this.agenda.plan(at, () => {
      this.underWay.push(this.tracking.take(touched, { ...device, method: 'GET', purpose: null }));
      return Promise.resolve();
    });
  }

  /** Returns when all requests of the past are stored. */
  async end(): Promise<void> {
    await Promise.all(this.underWay.splice(0));
    // Those that a busy database did not take in time wait in files.
    const folder = join(this.config.dataDir, 'spool', 'hits');
    while (existsSync(folder) && readdirSync(folder).length > 0) await sleep(SPOOL_LOOK_MS);
  }
}
