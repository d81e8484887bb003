/**
 * Server programs from Debian packages. Unlike `mariadb-server` and `redis-server`, `mariadb-server-core` and `redis-tools` start no system
 * service and use no standard port.
 */
import fs from 'node:fs';
import path from 'node:path';
import { withLock } from '../lock.mjs';
import { run } from '../processes.mjs';
import { findProgram, libraryFolders } from './programs.mjs';

const QUIET = ['-q', '-y', '-o', 'Acquire::Languages=none'];
const quietly = (env) => ({ ...env, DEBIAN_FRONTEND: 'noninteractive' });

/** Installs packages into the system; requires root. */
export async function installPackages(packages, { env, log }) {
  if (process.getuid?.() !== 0) throw new Error('needs root');
  const apt = aptGet(env, ['-o', 'DPkg::Lock::Timeout=300']);
  await refreshPackageLists(apt, log);
  log(`apt-get install ${packages.join(' ')}`);
  // --no-remove: apt would otherwise remove another installed MySQL (and its service).
  await apt('--no-install-recommends', '--no-remove', 'install', ...packages);
}

/**
 * Downloads packages with everything they need, by a private copy of apt's state, and unpacks them into a folder.
 * Needs no root. The folder is filled once and then used by every data folder of this project.
 * @param {{env: NodeJS.ProcessEnv, log: (line: string) => void, release?: string}} options `release`: another release of Debian; all
 *   libraries are unpacked, the C library included, and `useOwnLibraries` makes a program run with them
 * @returns {Promise<string>} the folder
 */
export async function unpackPackages(packages, folder, { env, log, release }) {
  if (!findProgram(['dpkg'], env)) throw new Error('dpkg not found');
  const finished = path.join(folder, '.unpacked');
  const isFinished = () =>
    fs.existsSync(finished) && packages.every((name) => fs.readFileSync(finished, 'utf8').split(' ').includes(name));
  const fill = async () => {
    if (isFinished()) return;
    const aptState = fs.mkdtempSync(`${folder}.apt-`);
    try {
      fs.mkdirSync(folder, { recursive: true });
      for (const archive of await downloadPackages(packages, aptState, { env, log, release })) {
        await run('dpkg', ['-x', archive, folder], { env });
      }
      fs.writeFileSync(finished, packages.join(' '));
    } finally {
      fs.rmSync(aptState, { recursive: true, force: true }); // most of the size: package lists and archives
    }
  };
  fs.mkdirSync(path.dirname(folder), { recursive: true });
  await withLock(`${folder}.lock`, 'downloading server programs', fill, log);
  return folder;
}

/** Replaces a program of another release by a script that runs it with the libraries of that release, and with further arguments. */
export function useOwnLibraries(program, root, ...args) {
  const folders = libraryFolders(root);
  const files = folders.flatMap((folder) => fs.readdirSync(folder).map((name) => path.join(folder, name)));
  const loader = files.find((file) => /\/ld-linux[^/]*\.so\.\d$/.test(file));
  const quoted = [loader, '--library-path', folders.join(':'), '--argv0', program, `${program}.real`].map(shellQuoted);
  fs.renameSync(program, `${program}.real`);
  const script = `#!/bin/sh\nexec ${quoted.join(' ')} "$@" ${args.map(shellQuoted).join(' ')}\n`;
  fs.writeFileSync(program, script, { mode: 0o755 });
}

const shellQuoted = (text) => `'${text.replaceAll("'", String.raw`'\''`)}'`;

async function downloadPackages(packages, state, { env, log, release }) {
  const ofRelease = release ? await sourcesOf(release, state, env) : [];
  const archives = path.join(state, 'cache/archives');
  fs.mkdirSync(path.join(state, 'lists/partial'), { recursive: true });
  fs.mkdirSync(path.join(archives, 'partial'), { recursive: true });
  const apt = aptGet(env, [
    ...['-o', `Dir::State=${state}`, '-o', `Dir::Cache=${path.join(state, 'cache')}`],
    ...['-o', 'Dir::State::status=/var/lib/dpkg/status'], // packages of the system are not downloaded
    ...['-o', 'Debug::NoLocking=1', '-o', 'APT::Sandbox::User=root'],
    ...['-o', 'APT::Update::Pre-Invoke=', '-o', 'APT::Update::Post-Invoke=', '-o', 'APT::Update::Post-Invoke-Success='],
    ...['-o', 'DPkg::Pre-Install-Pkgs=', '-o', 'DPkg::Post-Invoke='],
    ...ofRelease,
  ]);
  await refreshPackageLists(apt, log);
  log(`downloading ${packages.join(' ')} to unpack them without root`);
  // --reinstall: an installed package may have an unusable version or path.
  await apt('--no-install-recommends', '--download-only', '--reinstall', 'install', ...packages);
  return fs
    .readdirSync(archives)
    .filter((name) => name.endsWith('.deb'))
    .map((name) => path.join(archives, name));
}

/** Options of apt for another release, from the mirror that this system uses. No package counts as installed. */
async function sourcesOf(release, state, env) {
  const targets = await run('apt-get', ['indextargets', '--format', '$(REPO_URI)', 'Created-By: Packages'], { env });
  const mirror = targets.split('\n').find((uri) => /\/debian\/?$/.test(uri));
  if (!mirror) throw new Error('apt uses no mirror of Debian');
  const [list, status] = ['sources.list', 'status'].map((name) => path.join(state, name));
  fs.writeFileSync(list, `deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] ${mirror} ${release} main\n`);
  fs.writeFileSync(status, '');
  return ['Dir::Etc::sourceparts=-', `Dir::Etc::sourcelist=${list}`, `Dir::State::status=${status}`].flatMap(
    (setting) => ['-o', setting],
  );
}

function aptGet(env, options) {
  const program = findProgram(['apt-get'], env);
  if (!program) throw new Error('apt-get not found');
  return (...args) => run(program, [...QUIET, ...options, ...args], { env: quietly(env) });
}

/** One broken source must not stop the installation: it fails soon if the right one is missing. */
async function refreshPackageLists(apt, log) {
  log('apt-get update');
  await apt('update').catch((error) => log(`apt-get update failed, continuing: ${error.message.split('\n').at(-1)}`));
}
