import { execFile } from 'node:child_process';
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { promisify } from 'node:util';
import { stopAtEnd } from '../support/stop-at-end.js';

const PROJECT = resolve(__dirname, '../..');
const DIST = join(PROJECT, 'dist');

/** The migration of the next version: a column in tables with many writers, an index, and a table. */
const MIGRATION = `
class ExpandForTomorrow1999999999999 {
  name = 'ExpandForTomorrow1999999999999';
  async up(runner) {
    for (const table of ['contacts', 'email_messages', 'webhook_deliveries', 'domain_events'])
      await runner.query('ALTER TABLE ' + table + ' ADD COLUMN tomorrow INT NULL');
    await runner.query('ALTER TABLE webhook_attempts ADD INDEX ix_tomorrow (outcome, delivery_id)');
    await runner.query('CREATE TABLE tomorrow (id INT UNSIGNED NOT NULL PRIMARY KEY) ENGINE=InnoDB');
  }
  async down() {}
}
exports.MIGRATIONS.push(ExpandForTomorrow1999999999999);
`;

/** Prints the duration of each migration, and of its longest statement. */
const TIMED = `
for (const { prototype } of exports.MIGRATIONS) {
  const { up } = prototype;
  prototype.up = async function (runner) {
    const statements = [];
    const timed = Object.create(runner, {
      query: {
        value: async (...args) => {
          const start = performance.now();
          const result = await runner.query(...args);
          statements.push([Math.round(performance.now() - start), args[0].replace(/\\s+/g, ' ').slice(0, 100)]);
          return result;
        },
      },
    });
    await up.call(this, timed);
    const [[longest, statement] = [0, ""]] = statements.sort(([a], [b]) => b - a);
    const total = statements.reduce((sum, [ms]) => sum + ms, 0);
    console.log(this.constructor.name + ': ' + total + ' ms; the longest of its ' + statements.length + ' statements: ' + longest + ' ms, ' + statement);
  };
}
`;

/**
 * The next version: a copy of this build (or of the build in CHAOS_NEXT_BUILD) with one more migration. The migration only
 * adds to the schema, as every migration must that runs while the previous version still works.
 */
export class NextVersion {
  private readonly home = join(PROJECT, '.artifacts', `next-version-${process.pid}`);
  private readonly folder = join(this.home, 'dist');

  static create(): NextVersion {
    const version = stopAtEnd(new NextVersion());
    cpSync(process.env['CHAOS_NEXT_BUILD'] ?? DIST, version.folder, { recursive: true });
    cpSync(join(PROJECT, 'package.json'), join(version.home, 'package.json'));
    const list = join(version.folder, 'migrations', 'migrations.js');
    writeFileSync(list, readFileSync(list, 'utf8') + MIGRATION + TIMED);
    return version;
  }

  /** Runs the migrations. @returns the duration of each. @throws if they fail. */
  async migrate(env: Readonly<Record<string, string>>): Promise<string> {
    const { stdout } = await promisify(execFile)(process.execPath, [join(this.folder, 'cli.js'), 'migrate'], {
      env,
      cwd: env['DATA_DIR'],
    });
    return stdout.trim();
  }

  /** Returns the path of a file of the next version, relative to this build. */
  file(name: string): string {
    return relative(DIST, join(this.folder, name));
  }

  stop(): void {
    rmSync(this.home, { recursive: true, force: true });
  }
}
