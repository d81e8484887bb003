/** Programs of tests, unpacked beside those of the system, each in a folder that is used as if it were the root of a system. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { inProject } from './project.mjs';
import { unpackPackages } from './services/debian-packages.mjs';
import { findProgram } from './services/programs.mjs';

/** Galera, its state transfer, and HAProxy, with the packages that they need and the system lacks. */
const HA_PACKAGES = ['galera-4', 'mariadb-server', 'mariadb-client-core', 'rsync', 'socat', 'haproxy'];

/** @returns {Promise<string>} the folder; empty where there are no Debian packages. `HA_TOOLS` names another one, or none. */
export async function haTools(log, env = process.env) {
  if (env.HA_TOOLS !== undefined) return env.HA_TOOLS;
  return findProgram(['mariadbd'], env)
    ? readable(await unpacked('failover', 'ha-tools', HA_PACKAGES, { env, log }))
    : '';
}

/** Root runs the servers as a user who may not enter a private folder above the project. @returns the folder, or a copy for this process. */
function readable(folder) {
  if (folder === '' || process.getuid?.() !== 0 || ancestors(folder).every(isOpen)) return folder;
  const copy = fs.mkdtempSync(path.join(os.tmpdir(), 'carillon-ha-tools-'));
  process.once('exit', () => fs.rmSync(copy, { recursive: true, force: true }));
  fs.chmodSync(copy, 0o755);
  fs.cpSync(folder, copy, { recursive: true, verbatimSymlinks: true });
  return copy;
}

const ancestors = (folder) => (folder === path.dirname(folder) ? [] : [folder, ...ancestors(path.dirname(folder))]);
const isOpen = (folder) => (fs.statSync(folder).mode & 0o001) !== 0;

/** @returns {Promise<string>} the folder with Dovecot, like `haTools`; `MAIL_TOOLS` names another one, or none. */
export async function mailTools(log, env = process.env) {
  return env.MAIL_TOOLS ?? unpacked('real mailboxes', 'mail-tools', ['dovecot-imapd'], { env, log });
}

async function unpacked(tests, folder, packages, { env, log }) {
  if (!fs.existsSync('/etc/debian_version')) return '';
  try {
    return await unpackPackages(packages, inProject('.data', folder), { env, log });
  } catch (error) {
    log(`tests of ${tests} are skipped: ${error.message.split('\n')[0]}`);
    return '';
  }
}
