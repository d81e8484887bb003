import { timingSafeEqual, createHash } from 'node:crypto';
import { Controller, Get, Headers, Inject, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Response } from 'express';
import { Public } from '../access/require-permission.js';
import { APP_CONFIG, type AppConfig } from '../config/config.js';
import { AppError } from '../errors/app-error.js';
import { Metrics } from './metrics.js';

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

@ApiExcludeController()
@Controller('metrics')
export class MetricsController {
  constructor(
    private readonly metrics: Metrics,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  @Get()
  @Public({ summary: 'Figures for Prometheus' })
  async read(@Headers('authorization') authorization: string | undefined, @Res() response: Response): Promise<void> {
    const token = this.config.metricsToken;
    if (token !== null && !timingSafeEqual(digest(authorization ?? ''), digest(`Bearer ${token}`)))
      throw new AppError('rest_not_logged_in', 'A metrics token is required.');
    response.type(this.metrics.registry.contentType).send(await this.metrics.registry.metrics());
  }
}
