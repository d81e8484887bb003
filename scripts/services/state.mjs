/** What a data folder knows about its private servers: the files below `<data folder>/services`. */
import crypto from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';

const stateFile = (folder) => path.join(folder, 'state.json');

/**
 * @typedef {object} ServerRecord
 * @property {string} how which source the server came from
 * @property {number} [pid] absent for servers in containers
 * @property {number} port
 * @property {string} [flavour] MariaDB or MySQL: neither may open the data of the other
 * @property {string} [socketFolder] short temporary folder, removed after the stop
 */

/** @returns {{database?: ServerRecord, redis?: ServerRecord, ports: Record<string, number>, holders: string[], settings?: Record<string, string>}} */
export function readState(folder) {
  let saved = {};
  try {
    saved = JSON.parse(fs.readFileSync(stateFile(folder), 'utf8'));
  } catch {
    // absent or torn: the servers themselves are still found by their pid files
  }
  return { ports: {}, holders: [], ...saved };
}

export function writeState(folder, state) {
  writePrivateFile(stateFile(folder), `${JSON.stringify(state, null, 2)}\n`);
}

/** Writes a file that only its owner may read, whole or not at all. */
export function writePrivateFile(file, text) {
  const draft = `${file}.${process.pid}`;
  fs.writeFileSync(draft, text, { mode: 0o600 });
  fs.renameSync(draft, file);
}

/** The password kept in `file`, made up on first use. */
export function keptPassword(file) {
  if (!fs.existsSync(file)) writePrivateFile(file, crypto.randomBytes(18).toString('hex'));
  return fs.readFileSync(file, 'utf8').trim();
}

/** The last lines of a log, for error messages. */
export function lastLines(file, count = 8) {
  try {
    return fs.readFileSync(file, 'utf8').trimEnd().split('\n').slice(-count).join('\n');
  } catch {
    return '';
  }
}
