/** `npm run cli -- <command>`: the command line of Carillon, on the servers that a running `npm start` uses. */
import fs from 'node:fs';
import { spawn } from 'node:child_process';
import { ensureBuild, ensurePackages } from './packages.mjs';
import { dataFolder, inProject, loadEnvironmentFile, servicesEnvironmentFile } from './project.mjs';
import { ensureRuntime } from './runtime.mjs';

await ensureRuntime();
loadEnvironmentFile(inProject('.env'));
const dataDir = dataFolder();
loadEnvironmentFile(servicesEnvironmentFile(dataDir));
/** Exit code of commands; wrong options have another. */
const FAILED = 1;

/** From the sources, because waiting for a build is in vain if the name is wrong. */
function commandNames() {
  const files = fs.readdirSync(inProject('src'), { recursive: true }).filter((file) => /\.commands?\.ts$/.test(file));
  const texts = files.map((file) => fs.readFileSync(inProject('src', file), 'utf8'));
  const decorators = texts.flatMap((text) => text.match(/@Command\(\{[^}]*\}/g) ?? []);
  const names = decorators.flatMap((text) => text.match(/(?<=name: |aliases: \[[^\]]*)'[^']+'/g) ?? []);
  return names.map((name) => name.slice(1, -1));
}

const [name = 'help'] = process.argv.slice(2);
if (!name.startsWith('-') && name !== 'help' && !commandNames().includes(name)) {
  console.error(`error: unknown command '${name}'\nUse "help" to list all commands.`);
  process.exit(2);
}

try {
  await ensurePackages();
  await ensureBuild();
  process.exitCode = await runCommand(process.argv.slice(2));
  if (process.exitCode === FAILED && !process.env.DATABASE_URL)
    console.error('No database found. Run `npm start` first (in another terminal), or set DATABASE_URL.');
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}

function runCommand(args) {
  const env = { ...process.env, DATA_DIR: dataDir };
  const child = spawn(process.execPath, [inProject('dist/cli.js'), ...args], { stdio: 'inherit', env });
  // Ctrl-C also reaches the command: it decides, and its exit code is passed on.
  process.on('SIGINT', () => {});
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve(code ?? 1));
  });
}
