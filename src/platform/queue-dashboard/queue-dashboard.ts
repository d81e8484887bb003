import { Inject, Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import Bull, { type Queue } from 'bull';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { APP_CONFIG, type AppConfig } from '../config/config.js';
import { AppError } from '../errors/app-error.js';
import { decodedBasic } from '../http/basic-header.js';
import { networkOf } from '../http/client-network.js';
import { isRead } from '../http/request.js';
import { QUEUE, queuePrefix, type QueueName } from '../queue/queues.js';
import { FailedAttempts } from '../rate-limit/failed-attempts.js';
import { RequestRedis } from '../redis/redis.js';
import { isSameSecret } from '../secrets/keys.js';
import { bullAddress } from '../redis/address/redis-address.js';

/** Outside the API: not for API clients. */
export const DASHBOARD_PATH = '/admin/queues';

const CHALLENGE = 'Basic realm="queues", charset="UTF-8"';
const DESCRIPTIONS: Readonly<Record<QueueName, string>> = {
  'webhook-deliveries': 'Notifications for webhooks with due deliveries',
  'email-sending': 'Notifications for sending runs with due emails',
  'funnel-steps': 'Notifications for funnels with due steps',
};
const PAGE_HEADERS = {
  'Cache-Control': 'no-store',
  'X-Robots-Tag': 'noindex',
  // The pages are self-contained; their settings are inline.
  'Content-Security-Policy':
    "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; base-uri 'self'; form-action 'none'; frame-ancestors 'none'",
} as const;

interface Board {
  readonly queues: readonly Queue[];
  readonly pages: RequestHandler;
}

/** Shows the Bull queues in Redis, read-only: there is nothing to fix in notifications. Connects on first use. */
@Injectable()
export class QueueDashboard implements OnApplicationShutdown {
  private readonly logger = new Logger(QueueDashboard.name);
  private board: Promise<Board> | null = null;

  constructor(
    private readonly failures: FailedAttempts,
    private readonly redis: RequestRedis,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  /** Handles requests below `DASHBOARD_PATH`; without a dashboard they pass through. */
  handle(request: Request, response: Response, next: NextFunction): void {
    const { queueDashboardPassword: password } = this.config;
    if (password === null) {
      next();
      return;
    }
    this.admit(request, password).then(() => {
      this.show(request, response, next).catch(next);
    }, next);
  }

  async onApplicationShutdown(): Promise<void> {
    const board = await this.board;
    await Promise.all((board?.queues ?? []).map((queue) => queue.close().catch(() => undefined)));
  }

  private async admit(request: Request, password: string): Promise<void> {
    const given = passwordIn(request.headers.authorization);
    const headers = { 'WWW-Authenticate': CHALLENGE };
    if (given === null)
      throw new AppError('rest_not_logged_in', 'The password of the dashboard is required.', { headers });
    const check = (): Promise<true | null> => Promise.resolve(isSameSecret(given, password) || null);
    if (await this.failures.judge('queue dashboard', networkOf(request), check)) return;
    this.logger.warn('Queue dashboard login failed');
    throw new AppError('incorrect_password', 'The password of the dashboard is incorrect.', { headers });
  }

  private async show(request: Request, response: Response, next: NextFunction): Promise<void> {
    if (!isRead(request)) throw new AppError('rest_no_route', 'The dashboard is read-only.');
    const away = 'Redis is unavailable. Work continues without it; due work is in the database.';
    // Bull would wait forever.
    if (!this.redis.ready) throw new AppError('service_unavailable', away);
    response.set(PAGE_HEADERS);
    this.board ??= this.open();
    const { pages } = await this.board;
    void pages(request, response, next);
  }

  /** Loads the pages only now: most processes never show them. */
  private async open(): Promise<Board> {
    const { createBullBoard } = await import('@bull-board/api');
    const { BullAdapter } = await import('@bull-board/api/bullAdapter');
    const { ExpressAdapter } = await import('@bull-board/express');
    const queues = Object.values(QUEUE).map((name) => {
      const { url, ...address } = bullAddress(this.config.redis.url, {});
      const options = { ...address, prefix: queuePrefix(this.config.redis.prefix, name) };
      const queue = url === undefined ? new Bull(name, options) : new Bull(name, url, options);
      // An unhandled 'error' would end the process.
      queue.on('error', () => undefined);
      return queue;
    });
    const adapter = new ExpressAdapter();
    adapter.setBasePath(DASHBOARD_PATH);
    createBullBoard({
      queues: queues.map(
        (queue) => new BullAdapter(queue, { readOnlyMode: true, description: DESCRIPTIONS[queue.name as QueueName] }),
      ),
      serverAdapter: adapter,
      options: { uiConfig: { boardTitle: 'Carillon', hideRedisDetails: true } },
    });
    return { queues, pages: adapter.getRouter() as RequestHandler };
  }
}

/** RFC 7617: the name ends at the first colon. The name is ignored. */
function passwordIn(header: string | undefined): string | null {
  const decoded = decodedBasic(header);
  if (decoded === null) return null;
  const colon = decoded.indexOf(':');
  return colon === -1 || colon === decoded.length - 1 ? null : decoded.slice(colon + 1);
}
