import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT } from '../support/documents.js';
import { stopAtEnd } from '../support/stop-at-end.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { waitUntil } from '../support/wait-until.js';

describe('the scripts of a clone', () => {
  let clone: string;
  beforeAll(() => {
    clone = temporaryFolder('clone');
    cpSync(join(PROJECT, 'scripts'), join(clone, 'scripts'), { recursive: true });
    cpSync(join(PROJECT, 'src/platform/database/migrate.commands.ts'), join(clone, 'src/migrate.commands.ts'));
    mkdirSync(join(clone, 'node_modules'));
    for (const file of ['package.json', 'package-lock.json']) cpSync(join(PROJECT, file), join(clone, file));
  });

  function started(program: readonly string[], script: string): { child: ChildProcess; errors: () => string } {
    const env = { ...process.env, npm_lifecycle_event: script };
    const child = spawn(process.execPath, program, { cwd: clone, env });
    let text = '';
    child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (text += chunk.toString()));
    stopAtEnd({ stop: () => Promise.resolve(void child.kill('SIGKILL')) });
    return { child, errors: () => text };
  }

  /** A program with the functions of the scripts, as `npm start` runs it. */
  const program = (text: string): string[] => ['--input-type=module', '-e', text];

  it('say for whom and for what a second command waits, and refuse a wrong name before that', async () => {
    const holder = started(
      program(`import { withLock } from './scripts/lock.mjs';
        await withLock('.data/setup.lock', 'installing packages', () => new Promise((done) => process.stdin.on('end', done).resume()));`),
      'start',
    );
    await waitUntil('the lock is held', () => spawnSync('test', ['-e', join(clone, '.data/setup.lock')]).status === 0);

    const wrong = spawnSync(process.execPath, ['scripts/cli.mjs', 'migrat'], { cwd: clone, encoding: 'utf8' });
    expect([wrong.status, wrong.stderr]).toEqual([
      2,
      'error: unknown command \'migrat\'\nUse "help" to list all commands.\n',
    ]);
    const waiting = started(['scripts/cli.mjs', 'migrate:database'], 'cli');
    await waitUntil('the second command waits', () => waiting.errors() !== '');
    expect(waiting.errors()).toBe(`waiting for process ${holder.child.pid}: npm run start is installing packages\n`);
    waiting.child.kill('SIGKILL');
    holder.child.stdin?.end();
    expect(await once(holder.child, 'exit')).toEqual([0, null]);
  });

  it('show steps with seconds and counts', async () => {
    const { child, errors } = started(
      program(`import { step } from './scripts/progress.mjs';
        await step(console.log, 'Building', async () => '12 files');`),
      'start',
    );
    await once(child, 'close');
    expect(errors()).toMatch(/^Building \.\.\.\nBuilding: done in \d+\.\d s, 12 files\n$/);
  });

  it('start Redis under the name of the server, also from the package that has the checker alone', async () => {
    writeFileSync(join(clone, 'redis-check-rdb'), '#!/bin/sh\nexit 1\n', { mode: 0o755 });
    const { child, errors } = started(
      program(`import { REDIS } from './scripts/services/redis-server.mjs';
        import { startServer } from './scripts/services/private-server.mjs';
        const installation = { program: '${join(clone, 'redis-check-rdb')}', env: process.env };
        await startServer(REDIS, { folder: '${clone}', state: {}, installation, log: console.log }).catch(() => {});`),
      'start',
    );
    await once(child, 'close');
    expect(errors()).toBe(`starting ${join(clone, 'redis-server')}\n`);
  });
});
