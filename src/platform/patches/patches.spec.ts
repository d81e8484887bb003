import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Patch {
  /** The library whose behavior it changes, and the version with which it was checked. */
  readonly library: string;
  readonly version: string;
  readonly file: string;
  /** What it relies on, beyond the public interface of the library. */
  readonly reliesOn: string;
}

const PATCHES: readonly Patch[] = [
  {
    library: 'class-validator',
    version: '0.15.1',
    file: 'platform/patches/validation-metadata.ts',
    reliesOn:
      '`getTargetValidationMetadatas` finds, and `groupByPropertyName` groups, the same for the same class, after the start',
  },
  {
    library: '@nestjs/core',
    version: '12.5.1',
    file: 'platform/patches/selective-interceptors.ts',
    reliesOn:
      '`InterceptorsConsumer.intercept(interceptors, args, instance, callback)` is called once for each request',
  },
  {
    library: '@nestjs/platform-express',
    version: '12.5.1',
    file: 'platform/patches/error-handlers.ts',
    reliesOn:
      '`setNotFoundHandler` and `setErrorHandler` are called once each, after all routes, with the handler first',
  },
  {
    library: 'router',
    version: '2.3.0',
    file: 'platform/patches/route-index.ts',
    reliesOn: '`stack`, `match`, and `handle` of a router, and `route` of its layers',
  },
  {
    library: 'express',
    version: '5.3.0',
    file: 'app.setup.ts',
    reliesOn: '`response.json` is the only method with which Nest sends objects',
  },
  {
    library: 'mysql2',
    version: '3.24.5',
    file: 'platform/database/mysql-driver.ts',
    reliesOn: 'all users of a pool call `getConnection`, and all statements pass through `addCommand`',
  },
  {
    library: 'passport-http',
    version: '0.3.0',
    file: 'modules/auth/basic.strategy.ts',
    reliesOn: '`authenticate` is the only entry, with `success` and `error` on a copy of the strategy',
  },
  {
    library: 'bull',
    version: '4.16.5',
    file: 'platform/redis/redis.ts',
    reliesOn: 'ioredis 6, which `overrides` of package.json give it, answers as ioredis 5 does with protocol 2',
  },
  {
    library: '@golevelup/nestjs-discovery',
    version: '7.0.3',
    file: 'cli.ts',
    reliesOn:
      'NestJS 12, which `overrides` of package.json give it, has the `ModulesContainer` and `STATIC_CONTEXT` of NestJS 11',
  },
];

const SOURCES = join(__dirname, '../..');

describe('changes of the behavior of libraries', () => {
  it.each(PATCHES)('were checked with the installed version of $library', ({ library, version, file }) => {
    // After an upgrade: read whether what the change relies on still holds, run its tests, and write the new version here.
    const manifest = readFileSync(join(SOURCES, '../node_modules', library, 'package.json'), 'utf8');
    expect((JSON.parse(manifest) as { version: string }).version).toBe(version);
    expect(existsSync(join(SOURCES, file))).toBe(true);
  });
});
