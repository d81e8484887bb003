import { createHash, timingSafeEqual } from 'node:crypto';
import { createBullBoard } from '@bull-board/api';
import { BullAdapter } from '@bull-board/api/bullAdapter';
import { ExpressAdapter } from '@bull-board/express';
import { Inject, Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import Bull, { type Queue } from 'bull';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { APP_CONFIG, type AppConfig } from '../config/config.js';
import { AppError } from '../errors/app-error.js';
import { decodedBasic } from '../http/basic-header.js';
import { QUEUE, queuePrefix, type QueueName } from '../queue/queues.js';
import { FailedAttempts } from '../rate-limit/failed-attempts.js';
import { RequestRedis } from '../redis/redis.js';

/** Beside the API and not below it: nothing here is for API clients. */
export const DASHBOARD_PATH = '/admin/queues';

const CHALLENGE = 'Basic realm="queues", charset="UTF-8"';
const MEANING: Readonly<Record<QueueName, string>> = {
  'webhook-deliveries': 'Rings for webhooks that have deliveries due',
  'email-sending': 'Rings for sendings that have mails due',
  'funnel-steps': 'Rings for funnels that have steps due',
};
const PAGE_HEADERS = {
  'Cache-Control': 'no-store',
  'X-Robots-Tag': 'noindex',
  // The pages bring everything along; their settings stand in the page itself.
  'Content-Security-Policy':
    "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; base-uri 'self'; form-action 'none'; frame-ancestors 'none'",
} as const;

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/**
 * What Bull has in Redis, to look at and not to change: jobs are rings for work that is due in the database, so there is
 * nothing in them that could be mended. It is there only with QUEUE_DASHBOARD_PASSWORD, and connects when it is first used.
 */
@Injectable()
export class QueueDashboard implements OnApplicationShutdown {
  private readonly logger = new Logger(QueueDashboard.name);
  private board: { readonly queues: readonly Queue[]; readonly pages: RequestHandler } | null = null;

  constructor(
    private readonly failures: FailedAttempts,
    private readonly redis: RequestRedis,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  /** Takes requests below `DASHBOARD_PATH`; where there is no dashboard they pass by. */
  handle(request: Request, response: Response, next: NextFunction): void {
    const { queueDashboardPassword: password } = this.config;
    if (password === null) {
      next();
      return;
    }
    this.admit(request, password).then(() => {
      this.show(request, response, next);
    }, next);
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all((this.board?.queues ?? []).map((queue) => queue.close().catch(() => undefined)));
  }

  /** A right password always passes; wrong ones are refused at once after a while, like those of the API. */
  private async admit(request: Request, password: string): Promise<void> {
    const given = passwordIn(request.headers.authorization);
    if (given !== null && timingSafeEqual(digest(given), digest(password))) return;
    const headers = { 'WWW-Authenticate': CHALLENGE };
    if (given === null)
      throw new AppError('rest_not_logged_in', 'The password of the dashboard is required.', { headers });
    const tooMany = await this.failures.tooMany(
      this.config.auth.failuresPerMinute,
      'queue dashboard',
      request.ip ?? '',
    );
    if (tooMany) throw tooMany;
    this.logger.warn('A wrong password was given for the dashboard of queues');
    throw new AppError('incorrect_password', 'The password of the dashboard is incorrect.', { headers });
  }

  private show(request: Request, response: Response, next: NextFunction): void {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      next(new AppError('rest_no_route', 'The dashboard can only be looked at.'));
      return;
    }
    // Bull would wait for ever.
    if (!this.redis.ready) {
      next(new AppError('service_unavailable', 'Redis is away. Work goes on without it, and waits in the database.'));
      return;
    }
    response.set(PAGE_HEADERS);
    this.board ??= this.open();
    void this.board.pages(request, response, next);
  }

  private open(): NonNullable<QueueDashboard['board']> {
    const { redis } = this.config;
    const queues = Object.values(QUEUE).map((name) => {
      const queue = new Bull(name, redis.url, { prefix: queuePrefix(redis.prefix, name) });
      // An unheard 'error' would end the process.
      queue.on('error', () => undefined);
      return queue;
    });
    const adapter = new ExpressAdapter();
    adapter.setBasePath(DASHBOARD_PATH);
    createBullBoard({
      queues: queues.map(
        (queue) => new BullAdapter(queue, { readOnlyMode: true, description: MEANING[queue.name as QueueName] }),
      ),
      serverAdapter: adapter,
      options: { uiConfig: { boardTitle: 'Carillon', hideRedisDetails: true } },
    });
    return { queues, pages: adapter.getRouter() as RequestHandler };
  }
}

/** RFC 7617: the name ends at the first colon. Whatever it is, it is not asked for. */
function passwordIn(header: string | undefined): string | null {
  const decoded = decodedBasic(header);
  if (decoded === null) return null;
  const colon = decoded.indexOf(':');
  return colon === -1 || colon === decoded.length - 1 ? null : decoded.slice(colon + 1);
}
