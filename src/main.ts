import './compile-cache.js';
import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { ApiModule } from './api.module.js';
import { setUpHttp } from './app.setup.js';
import { loadConfig } from './platform/config/load-environment.js';
import { runProcess } from './process.js';

runProcess(async () => {
  const config = loadConfig();
  const app = await NestFactory.create<NestExpressApplication>(ApiModule.with(config), {
    bodyParser: false,
    bufferLogs: true,
    abortOnError: false,
  });
  setUpHttp(app, config);
  app.enableShutdownHooks();
  await app.listen(config.http.port, config.http.host);
});
