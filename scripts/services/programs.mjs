/** Finds server programs and checks their versions. */
import fs from 'node:fs';
import path from 'node:path';
import { run } from '../processes.mjs';
import { parseVersion, tooOld } from './versions.mjs';

/**
 * @typedef {object} Installation
 * @property {string} program path of the server program
 * @property {string} [root] folder of unpacked packages, when they are not installed in the system
 * @property {NodeJS.ProcessEnv} env environment to run it with
 */

/** Servers are often outside of PATH, and Homebrew does not link some programs. */
const ALSO_LOOK_IN = [
  '/usr/sbin',
  '/usr/local/sbin',
  '/usr/local/bin',
  '/opt/homebrew/bin',
  '/opt/homebrew/opt/mysql/bin',
  '/usr/local/opt/mysql/bin',
  '/usr/local/mysql/bin',
];

/** Returns the first of these programs that can be run, or undefined. A folder named earlier in PATH wins. */
export function findProgram(names, env = process.env, directories = undefined) {
  const places = directories ?? [...(env.PATH ?? '').split(path.delimiter).filter(Boolean), ...ALSO_LOOK_IN];
  return places.flatMap((place) => names.map((name) => path.join(place, name))).find(isExecutable);
}

/** The installation of a server in the system. Throws when there is none. */
export function installationOnPath(server, env) {
  const program = findProgram(server.programs, env);
  if (!program) throw new Error(`none of the programs ${server.programs.join(', ')} found`);
  return { program, env };
}

/** The installation of a server in a folder with unpacked Debian packages. */
export function installationIn(root, server, env) {
  const program = findProgram(server.programs, env, [path.join(root, 'usr/sbin'), path.join(root, 'usr/bin')]);
  if (!program) throw new Error(`the unpacked packages hold none of ${server.programs.join(', ')}`);
  return { program, root, env: { ...env, LD_LIBRARY_PATH: libraryFolders(root).join(':') } };
}

/** Flavor and version of an installation. Throws if it is too old or cannot be run. */
export async function versionOf(server, { program, env }) {
  const text = await run(program, server.versionArguments, { env, timeout: 20_000 });
  const version = parseVersion(text, server.product);
  const complaint = tooOld(version);
  if (complaint) throw new Error(`${program}: ${complaint}`);
  return version;
}

/** Libraries are in a folder named after the architecture, such as usr/lib/aarch64-linux-gnu. */
export function libraryFolders(root) {
  return ['usr/lib', 'lib'].flatMap((place) => {
    const folder = path.join(root, place);
    const names = fs.existsSync(folder) ? fs.readdirSync(folder) : [];
    return names.filter((name) => /-linux-(gnu|musl)/.test(name)).map((name) => path.join(folder, name));
  });
}

function isExecutable(file) {
  try {
    fs.accessSync(file, fs.constants.X_OK);
    return fs.statSync(file).isFile();
  } catch {
    return false;
  }
}
