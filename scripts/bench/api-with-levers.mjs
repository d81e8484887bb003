/**
 * Starts the built API with two routes that do nothing, one of them without a guard, and routes that switch the audit log and a
 * profiler. The cost of guard, rate limit, and recorder is measured against the same process without them.
 */
import { Session } from 'node:inspector/promises';
import { createRequire } from 'node:module';
import { inProject } from '../project.mjs';

const require = createRequire(inProject('dist', 'main.js'));
require('./processes/compile-cache.js');
require('reflect-metadata');
const { Body, Controller, Get, HttpCode, Inject, Module, Post } = require('@nestjs/common');
const { NestFactory } = require('@nestjs/core');
const { ApiModule } = require('./api.module.js');
const { setUpHttp } = require('./app.setup.js');
const { Public, RequirePermission } = require('./platform/access/operation.js');
const { loadConfig } = require('./platform/config/load-environment.js');
const { Database } = require('./platform/database/database.js');
const { runProcess } = require('./processes/process.js');

class Levers {
  constructor(database) {
    this.database = database;
    this.recorder = database.recorder;
  }

  open() {
    return {};
  }

  guarded() {
    return {};
  }

  audit({ on }) {
    this.recorder ??= this.database.recorder;
    this.database.recordChangesBy(on ? this.recorder : { begin: () => null });
    return {};
  }

  async profile({ on }) {
    this.session ??= new Session();
    if (!on) {
      const result = await this.session.post('Profiler.stop');
      this.session.disconnect();
      return result;
    }
    this.session.connect();
    await this.session.post('Profiler.enable');
    await this.session.post('Profiler.setSamplingInterval', { interval: 500 });
    await this.session.post('Profiler.start');
    return {};
  }
}

// Applies decorators as TypeScript does.
const decorate = (method, ...decorators) => {
  for (const decorator of decorators)
    decorator(Levers.prototype, method, Object.getOwnPropertyDescriptor(Levers.prototype, method));
};
const asked = RequirePermission('view_contacts', { summary: 'For measuring' });
decorate('open', Get('open'), Public({ summary: 'For measuring' }));
decorate('guarded', Get('guarded'), asked);
decorate('audit', Post('audit'), HttpCode(200), asked);
decorate('profile', Post('profile'), HttpCode(200), asked);
for (const switched of ['audit', 'profile']) Body()(Levers.prototype, switched, 0);
Controller('bench')(Levers);
Inject(Database)(Levers, undefined, 0);

class WithLevers {}
const config = loadConfig();
Module({ imports: [ApiModule.with(config)], controllers: [Levers] })(WithLevers);

// With the limits of the memory that the product has.
runProcess(async () => {
  const app = await NestFactory.create(WithLevers, { bodyParser: false, bufferLogs: true, abortOnError: false });
  setUpHttp(app, config);
  app.enableShutdownHooks();
  await app.listen(config.http.port, config.http.host);
});
