/** npm, for the scripts. */
import { run } from './processes.mjs';
import { inProject } from './project.mjs';

/** Runs npm in the project: the npm that started this script, else the one on PATH. */
export function runNpm(args, options) {
  const npm = process.env.npm_execpath;
  const cwd = inProject();
  if (npm?.endsWith('npm-cli.js')) return run(process.execPath, [npm, ...args], { cwd, ...options });
  return run('npm', args, { cwd, ...options });
}
