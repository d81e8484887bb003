/**
 * Runs unit specs, without servers and without a build.
 *
 *   npm run test:unit -- src/modules/contacts     paths and other arguments go to jest
 */
import { ensurePackages } from './packages.mjs';
import { run } from './processes.mjs';
import { inProject } from './project.mjs';
import { ensureRuntime } from './runtime.mjs';

await ensureRuntime();
await ensurePackages({ log: console.error });
const args = [inProject('node_modules/jest/bin/jest.js'), '--selectProjects', 'unit', '--', ...process.argv.slice(2)];
process.exitCode = await run(process.execPath, args, { show: true }).then(
  () => 0,
  () => 1,
);
