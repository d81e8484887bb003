import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Server, createServer } from 'node:https';
import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import { APP_CONFIG, type AppConfig } from '../../../platform/config/config.js';
import { WebhooksService } from '../../webhooks/webhooks.service.js';
import { DevelopmentAuthority } from './certificate-authority.js';

/** `unknown`: the request names no existing webhook, so its signature cannot be checked. */
export type Verdict = 'genuine' | 'forged' | 'unknown';

export interface ReceivedCall {
  readonly receivedAt: Date;
  readonly path: string;
  readonly event: string;
  readonly webhookId: string;
  readonly deliveryId: string;
  readonly attempt: string;
  readonly verdict: Verdict;
  readonly body: string;
}

const HOST = '127.0.0.1';
const MAX_STORED = 200;
const MAX_BODY = 1024 * 1024;

/** An HTTPS receiver for development. It answers 200 and remembers the latest requests. */
@Injectable()
export class WebhookReceiverServer implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(WebhookReceiverServer.name);
  private readonly received: ReceivedCall[] = [];
  private server: Server | null = null;

  constructor(
    private readonly webhooks: WebhooksService,
    private readonly clock: Clock,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    const authority = await DevelopmentAuthority.of(this.config.dataDir);
    const server = createServer(await authority.issue({ hosts: ['localhost', HOST] }), (request, response) => {
      this.receive(request, response).catch((error: unknown) => {
        this.logger.warn({ err: error }, 'Webhook receiver: request not readable');
        response.destroy();
      });
    });
    if (!(await this.listens(server))) return;
    this.server = server;
    this.logger.log(
      `Webhook receiver: accepting requests at ${this.url ?? ''}, shown at ${this.config.http.publicUrl}/dev/webhooks`,
    );
  }

  async onApplicationShutdown(): Promise<void> {
    const { server } = this;
    if (!server) return;
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }

  /** Null if another process has the port. */
  get url(): string | null {
    const address = this.server?.address() ?? null;
    return address !== null && typeof address === 'object' ? `https://localhost:${address.port}/` : null;
  }

  /** Newest first. */
  calls(): readonly ReceivedCall[] {
    return [...this.received].reverse();
  }

  private async listens(server: Server): Promise<boolean> {
    const { receiverPort } = this.config.developmentTools;
    return new Promise((resolve) => {
      server.once('error', (error) => {
        this.logger.warn({ err: error }, `Webhook receiver not started: port ${receiverPort} not available`);
        resolve(false);
      });
      server.listen(receiverPort, HOST, () => {
        resolve(true);
      });
    });
  }

  private async receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of request as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size <= MAX_BODY) chunks.push(chunk);
    }
    const raw = Buffer.concat(chunks);
    const header = (name: string): string => String(request.headers[name] ?? '');
    const webhookId = header('x-service-webhook-id');
    const receivedAt = this.clock.now();
    this.received.push({
      receivedAt,
      path: request.url ?? '/',
      event: header('x-service-event'),
      webhookId,
      deliveryId: header('x-service-delivery'),
      attempt: header('x-service-attempt'),
      verdict: await this.verdict(webhookId, raw, header('x-service-signature')),
      body: raw.toString('utf8'),
    });
    this.received.splice(0, this.received.length - MAX_STORED);
    response
      .writeHead(200, { 'Content-Type': 'application/json', Date: receivedAt.toUTCString() })
      .end('{"received":true}');
  }

  private async verdict(webhookId: string, raw: Buffer, signature: string): Promise<Verdict> {
    if (!/^\d{1,10}$/.test(webhookId)) return 'unknown';
    const genuine = await this.webhooks.verifies(Number(webhookId), raw, signature);
    if (genuine === null) return 'unknown';
    return genuine ? 'genuine' : 'forged';
  }
}
