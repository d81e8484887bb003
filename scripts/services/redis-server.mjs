/** The private Redis-compatible server: persistent, so that queued work survives a restart, and without eviction. */
import fs from 'node:fs';
import path from 'node:path';
import { tryRedisLogin } from './redis-login.mjs';
import { keptPassword, writePrivateFile } from './state.mjs';
import { parseVersion, tooOld } from './versions.mjs';

export const REDIS = {
  kind: 'redis',
  label: 'Redis-compatible server',
  variable: 'REDIS_URL',
  product: 'Redis', // Valkey and KeyDB name the Redis version that they are compatible with
  preferredPort: 6389,
  // redis-check-rdb is the same program: it acts as the server when called redis-server
  programs: ['redis-server', 'valkey-server', 'keydb-server', 'redis-check-rdb'],
  versionArguments: ['--version'],
  debianPackage: 'redis-tools',
  runnable: underTheNameOfAServer,
  secondsToStart: 60, // reading a large append-only file included

  tryLogin: tryRedisLogin,

  privateUrl(folder, port) {
    return `redis://:${keptPassword(passwordFile(folder))}@127.0.0.1:${port}`;
  },

  complaints({ version, evictionPolicy }) {
    const complaint = version && tooOld(parseVersion(version, 'Redis'));
    if (complaint) return { fatal: complaint };
    if (!evictionPolicy || evictionPolicy === 'noeviction') return {};
    return { warning: `maxmemory-policy is ${evictionPolicy}: queued work can be evicted; set it to noeviction` };
  },

  /** Writes the configuration and says how the server is started with it. */
  async prepare({ folder, directory, installation, port }) {
    fs.mkdirSync(directory, { recursive: true, mode: 0o700 });
    const quoted = (text) => `"${text.replace(/["\\]/g, '\\$&')}"`;
    const settings = [
      'bind 127.0.0.1',
      `port ${port}`,
      `requirepass ${keptPassword(passwordFile(folder))}`,
      `dir ${quoted(directory)}`,
      `pidfile ${quoted(pidFile(folder))}`,
      'daemonize no',
      'appendonly yes',
      'appendfsync everysec',
      'save ""',
      'maxmemory-policy noeviction',
    ];
    const configuration = path.join(folder, 'redis.conf');
    writePrivateFile(configuration, `${settings.join('\n')}\n`);
    return { program: installation.program, args: [configuration] };
  },

  pidFile,
};

function pidFile(folder) {
  return path.join(folder, 'redis.pid');
}

function passwordFile(folder) {
  return path.join(folder, 'redis.password');
}

/** Calls the checker of `redis-tools` by the name that makes it the server. */
function underTheNameOfAServer(program, folder) {
  if (path.basename(program) !== 'redis-check-rdb') return program;
  const link = path.join(folder, 'redis-server');
  fs.rmSync(link, { force: true });
  fs.symlinkSync(program, link);
  return link;
}
