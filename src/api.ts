import type { DynamicModule } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { ApiModule } from './api.module.js';
import { setUpHttp } from './app.setup.js';
import type { AppConfig } from './platform/config/config.js';

/** Starts the HTTP application; the caller enables its shutdown hooks. */
export async function startApi(
  config: AppConfig,
  root: { with(config: AppConfig): DynamicModule } = ApiModule,
): Promise<NestExpressApplication> {
  const app = await NestFactory.create<NestExpressApplication>(root.with(config), {
    bodyParser: false,
    bufferLogs: true,
    abortOnError: false,
  });
  setUpHttp(app, config);
  // A worker in this process works already: exiting at once would leave emails in doubt.
  await app.listen(config.http.port, config.http.host).catch(async (error: unknown) => {
    await app.close();
    throw error;
  });
  return app;
}
