import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { ApiModule } from './api.module.js';
import { setUpHttp } from './app.setup.js';
import type { AppConfig } from './platform/config/config.js';

export async function startApi(config: AppConfig): Promise<void> {
  const app = await NestFactory.create<NestExpressApplication>(ApiModule.with(config), {
    bodyParser: false,
    bufferLogs: true,
    abortOnError: false,
  });
  setUpHttp(app, config);
  app.enableShutdownHooks();
  await app.listen(config.http.port, config.http.host);
}
