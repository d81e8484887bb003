/**
 * The floor for requests: Nest with Express, one guard that checks a header, and one route that returns a small object.
 *
 * Started by `fork`; sends `{origin}` when it is ready.
 */
import { createRequire } from 'node:module';
import { inProject } from '../project.mjs';

const require = createRequire(inProject('package.json'));
require('reflect-metadata');
const { Controller, Get, Module, UseGuards } = require('@nestjs/common');
const { NestFactory } = require('@nestjs/core');

class HeaderGuard {
  canActivate(context) {
    return context.switchToHttp().getRequest().headers.authorization !== undefined;
  }
}

class Floor {
  get() {
    return {};
  }
}
Get('floor')(Floor.prototype, 'get', Object.getOwnPropertyDescriptor(Floor.prototype, 'get'));
UseGuards(HeaderGuard)(Floor);
Controller()(Floor);

class FloorModule {}
Module({ controllers: [Floor] })(FloorModule);

const app = await NestFactory.create(FloorModule, { logger: false });
await app.listen(0, '127.0.0.1');
process.send({ origin: `http://127.0.0.1:${app.getHttpServer().address().port}` });
process.on('disconnect', () => process.exit());
