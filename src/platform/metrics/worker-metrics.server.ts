import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { APP_CONFIG, type AppConfig } from '../config/config.js';
import { mayReadMetrics, Metrics } from './metrics.js';

const TEXT = 'text/plain; charset=utf-8';

/** Serves metrics and liveness of a worker on an optional port. A port in use is logged and does not stop the worker. */
@Injectable()
export class WorkerMetricsServer implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(WorkerMetricsServer.name);
  private server: Server | null = null;

  constructor(
    private readonly metrics: Metrics,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  /** Null while not listening. */
  get port(): number | null {
    return (this.server?.address() as AddressInfo | null | undefined)?.port ?? null;
  }

  async onApplicationBootstrap(): Promise<void> {
    const { workerMetricsPort: port, http } = this.config;
    if (port === null) return;
    const server = createServer((request, response) => {
      void this.answer(request, response);
    });
    this.server = server;
    await new Promise<void>((resolve) => {
      server.once('error', (error: NodeJS.ErrnoException) => {
        this.logger.error({ port, code: error.code }, 'Worker metrics server failed: WORKER_METRICS_PORT');
        resolve();
      });
      server.listen(port, http.host, resolve);
    });
  }

  async onApplicationShutdown(): Promise<void> {
    const { server } = this;
    if (!server?.listening) return;
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }

  private async answer({ method, url, headers }: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = url?.split('?', 1)[0];
    if (method !== 'GET' || (path !== '/metrics' && path !== '/health/live')) {
      response.writeHead(404, { 'Content-Type': TEXT }).end('Available paths: /metrics, /health/live\n');
      return;
    }
    if (path === '/health/live') {
      response.writeHead(200, { 'Content-Type': 'application/json' }).end('{"status":"ok"}');
      return;
    }
    if (!mayReadMetrics(this.config, headers.authorization)) {
      response.writeHead(401, { 'Content-Type': TEXT }).end('A metrics token is required.\n');
      return;
    }
    const { registry } = this.metrics;
    response.writeHead(200, { 'Content-Type': registry.contentType }).end(await registry.metrics());
  }
}
