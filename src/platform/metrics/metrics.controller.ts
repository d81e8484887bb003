import { Controller, Get, Headers, Inject, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Response } from 'express';
import { Public } from '../access/operation.js';
import { APP_CONFIG, type AppConfig } from '../config/config.js';
import { AppError } from '../errors/app-error.js';
import { mayReadMetrics, Metrics } from './metrics.js';
import { metricsOfAll } from './process-metrics.js';

@ApiExcludeController()
@Controller('metrics')
export class MetricsController {
  constructor(
    private readonly metrics: Metrics,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  @Get()
  @Public({ summary: 'Read Prometheus metrics' })
  async read(@Headers('authorization') authorization: string | undefined, @Res() response: Response): Promise<void> {
    if (!mayReadMetrics(this.config, authorization))
      throw new AppError('rest_not_logged_in', 'METRICS_TOKEN is required as a bearer token.', {
        headers: { 'WWW-Authenticate': 'Bearer realm="metrics"' },
      });
    response.type(this.metrics.registry.contentType).send(await metricsOfAll(this.metrics.registry));
  }
}
