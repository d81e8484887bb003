/** The programs of the tests of failover: Galera, its state transfer, and HAProxy, unpacked beside those of the system. */
import fs from 'node:fs';
import { inProject } from './project.mjs';
import { unpackPackages } from './services/debian-packages.mjs';
import { findProgram } from './services/programs.mjs';

/** With the packages that they need and the system lacks. */
const PACKAGES = ['galera-4', 'mariadb-server', 'mariadb-client-core', 'rsync', 'socat', 'haproxy'];

/**
 * @returns {Promise<string>} the folder, as if it were the root of a system; empty where there are no Debian packages. `HA_TOOLS` names
 *   another one, or none.
 */
export async function haTools(log, env = process.env) {
  if (env.HA_TOOLS !== undefined) return env.HA_TOOLS;
  if (!fs.existsSync('/etc/debian_version') || !findProgram(['mariadbd'], env)) return '';
  try {
    return await unpackPackages(PACKAGES, inProject('.data', 'ha-tools'), { env, log });
  } catch (error) {
    log(`tests of failover are skipped: ${error.message.split('\n')[0]}`);
    return '';
  }
}
