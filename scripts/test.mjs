/**
 * `npm test`: every check, on throw-away servers of its own, so that a running `npm start` is not disturbed.
 *
 *   npm test                            all of them
 *   npm test -- unit e2e                some
 *   npm test -- e2e -- -t 'one click'   with arguments for jest
 */
import crypto from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { spawn } from 'node:child_process';
import { ensureChromium } from './chromium.mjs';
import { ensureBuild, ensurePackages } from './packages.mjs';
import { pidOfStamp, processStamp, sendSignal } from './processes.mjs';
import { inProject } from './project.mjs';
import { ensureRuntime } from './runtime.mjs';
import { down, up } from './services.mjs';
import { listenForStop } from './stop-request.mjs';
import { failuresIn, stillFailing } from './test-failures.mjs';
import { writeGroups } from './test-groups.mjs';

/** In the order in which they run: what is quick to fail comes first, and what fills in comes beside the last. */
const CHECKS = [
  { name: 'format', npm: 'check:format', readsOnly: true },
  { name: 'lint', npm: 'check:lint', fillsIn: true },
  { name: 'types', npm: 'check:types', readsOnly: true },
  { name: 'map', npm: 'check:map', readsOnly: true },
  { name: 'openapi', npm: 'check:openapi', readsOnly: true },
  { name: 'unit', jest: 'unit', fillsIn: true },
  { name: 'integration', jest: 'integration', groups: 8 },
  { name: 'e2e', jest: 'e2e', groups: 24 },
  // Named, it tries everything that it knows; as one of all checks, a part that reaches every route and field.
  {
    name: 'security',
    jest: 'security',
    groups: 6,
    prepare: ({ byName }) => ({ TEST_DEPTH: byName ? 'full' : 'short' }),
  },
  { name: 'bench', npm: 'check:bench', fillsIn: true },
  // Where the browser has to be installed first, that goes on beside the checks before.
  {
    name: 'browser',
    jest: 'browser',
    groups: 3,
    begin: () => ensureChromium(log),
    prepare: async ({ begun }) => ({ CHROMIUM_PATH: await begun }),
  },
  // No more than two at a time, because what they kill has to be back within seconds. CHAOS_LONG=1 makes them long.
  { name: 'chaos', jest: 'chaos', arguments: ['--maxWorkers', '2', '--forceExit'] },
];

/** Settings of the developer's shell that must not reach the tests: they would mail, log in or connect elsewhere. */
const NOT_FOR_TESTS =
  /^(DATABASE_|REDIS_|SMTP_URL|IMAP_URL|MAIL_FROM|PORT|HOST|PUBLIC_URL|API_BASE_PATH|APP_|BOOTSTRAP_|DEV_|WEBHOOK_|RATE_LIMIT_|NODE_ENV)/;

/** How long one check may take. One that is named may be in its long form, and those take most of an hour. */
const CHECK_MINUTES = process.env.CHAOS_LONG || process.argv.length > 2 ? 50 : 18;

/** More than so many failures of a whole run are no accident of time, and are not tried again. */
const MOST_TRIED_AGAIN = 5;

const FOLDER_NAME = 'carillon-test-';

await ensureRuntime();
const log = (line) => console.error(`[test] ${line}`);
const stop = listenForStop();

try {
  const { checks, byName, jestArguments } = parseArguments(process.argv.slice(2));
  await ensurePackages({ log, signal: stop.signal });
  await ensureBuild({ log, signal: stop.signal });
  await removeAbandonedFolders();
  const totals = await withThrowAwayServices((env, folder) => runAll(checks, { env, folder, byName, jestArguments }));
  const skipped = totals.skipped > 0 ? `, ${totals.skipped} skipped` : '';
  console.log(`\n${totals.passed} passed, ${totals.failed} failed${skipped}`);
  process.exitCode = totals.failed > 0 ? 1 : 0;
} catch (error) {
  console.error(error.message);
  process.exitCode = stop.signal.aborted ? 130 : 1;
  // Without packages, a build or servers no check can run; that is one failure, told in the usual last line.
  if (!stop.signal.aborted) console.log('\n0 passed, 1 failed');
}

function parseArguments(args) {
  const end = args.includes('--') ? args.indexOf('--') : args.length;
  const names = args.slice(0, end);
  const unknown = names.filter((name) => !CHECKS.some((check) => check.name === name));
  const known = CHECKS.map(({ name }) => name).join(', ');
  if (unknown.length > 0) throw new Error(`There is no check named ${unknown.join(', ')}. There are: ${known}.`);
  const checks = CHECKS.filter(({ name }) => names.length === 0 || names.includes(name));
  return { checks, byName: names.length > 0, jestArguments: args.slice(end + 1) };
}

/* ------------------------------------------------------------------------------------- throw-away servers */

/** Runs `work` with servers and a folder that exist for it alone, and removes both whatever happens. */
async function withThrowAwayServices(work) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), FOLDER_NAME));
  fs.writeFileSync(path.join(folder, 'owner'), processStamp(process.pid) ?? '');
  const dataDir = path.join(folder, 'data');
  const env = testEnvironment();
  try {
    const addresses = await up({ dataDir, env, log, bufferPool: '512M', throwAway: true, hold: true });
    stop.signal.throwIfAborted();
    const { DATABASE_URL, REDIS_URL } = addresses;
    const named = { DATABASE_URL, REDIS_URL, TEST_DATABASE_URL: DATABASE_URL, TEST_REDIS_URL: REDIS_URL };
    return await work({ ...env, ...named, DATA_DIR: dataDir }, folder);
  } finally {
    await down({ dataDir, env, log, remove: true });
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

/** Servers that a developer works with are left alone; those for tests are named by variables of their own. */
function testEnvironment() {
  const inherited = Object.entries(process.env).filter(([name]) => !NOT_FOR_TESTS.test(name));
  const { TEST_DATABASE_URL, TEST_REDIS_URL } = process.env;
  return {
    ...Object.fromEntries(inherited),
    ...(TEST_DATABASE_URL && { DATABASE_URL: TEST_DATABASE_URL }),
    ...(TEST_REDIS_URL && { REDIS_URL: TEST_REDIS_URL }),
    REDIS_PREFIX: `carillon-test-${crypto.randomBytes(4).toString('hex')}`,
    NODE_ENV: 'test',
  };
}

/** What a run left behind that was killed before it could tidy up. */
async function removeAbandonedFolders() {
  for (const name of fs.readdirSync(os.tmpdir()).filter((entry) => entry.startsWith(FOLDER_NAME))) {
    const folder = path.join(os.tmpdir(), name);
    const owner = path.join(folder, 'owner');
    const isOurs = fs.statSync(folder).uid === (process.getuid?.() ?? 0);
    if (!isOurs || !fs.existsSync(owner) || pidOfStamp(fs.readFileSync(owner, 'utf8'))) continue;
    log(`removing ${folder}, left behind by an earlier run`);
    await down({ dataDir: path.join(folder, 'data'), log, remove: true });
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

/* ------------------------------------------------------------------------------------------------- checks */

async function runAll(checks, context) {
  const totals = { passed: 0, failed: 0, skipped: 0 };
  const failures = new Map();
  const count = (result) => {
    for (const key of Object.keys(totals)) totals[key] += result[key];
    if (result.failures?.length > 0) failures.set(result.check, result.failures);
  };
  const begun = new Map(checks.filter(({ begin }) => begin).map(({ name, begin }) => [name, begin()]));
  // Who needs it is told of a failure, and nobody else.
  for (const beginning of begun.values()) beginning.catch(() => undefined);
  // What only reads the sources shares the cores; the others would disturb each other.
  const results = await Promise.all(
    checks.filter(({ readsOnly }) => readsOnly).map((check) => runReading(check, context)),
  );
  stop.signal.throwIfAborted();
  results.forEach(count);
  // Chaos mostly waits, for leases and for what it has killed. What is not in a hurry is done meanwhile, with what it leaves.
  const fillers = checks.some(({ name }) => name === 'chaos') ? checks.filter(({ fillsIn }) => fillsIn) : [];
  for (const check of checks.filter((each) => !each.readsOnly && !fillers.includes(each))) {
    const filled = check.name === 'chaos' ? fillIn(fillers, context) : [];
    console.log(`\n=== ${check.name} ===`);
    const startedAt = Date.now();
    const result = await runCheck(check, { ...context, begun: begun.get(check.name) });
    stop.signal.throwIfAborted();
    count(result);
    console.log(verdict(check, result, startedAt));
    (await filled).forEach(count);
    stop.signal.throwIfAborted();
  }
  if (!context.byName) await tryAgain(failures, totals, context);
  return totals;
}

/**
 * Runs the specs of what failed once more, with nothing beside them. What passes then counts as passed, and is named, because
 * somebody has to see to it.
 */
async function tryAgain(failures, totals, context) {
  const count = [...failures.values()].flat().length;
  if (count === 0 || count > MOST_TRIED_AGAIN) return;
  const unsteady = [];
  for (const [check, failed] of failures) {
    console.log(`\n=== ${check.name}, once more ===`);
    const specs = [...new Set(failed.map(({ spec }) => spec))];
    const { report } = await runCheck(check, { ...context, jestArguments: ['--runTestsByPath', ...specs] });
    stop.signal.throwIfAborted();
    const still = report ? stillFailing(failed, report) : failed;
    unsteady.push(...failed.filter((failure) => !still.includes(failure)));
  }
  totals.passed += unsteady.length;
  totals.failed -= unsteady.length;
  for (const { spec, title } of unsteady) console.log(`\nunsteady, passed the second time: ${spec}: ${title}`);
}

/** One after the other, behind everything else that wants the processor. Each shows what it had to say when it is done. */
async function fillIn(checks, context) {
  const results = [];
  for (const check of checks) {
    const startedAt = Date.now();
    const said = [];
    const result = await runCheck(check, { ...context, behind: (chunk) => said.push(chunk) });
    if (stop.signal.aborted) break;
    results.push(result);
    console.log(`\n=== ${check.name} ===\n${Buffer.concat(said)}${verdict(check, result, startedAt)}`);
  }
  return results;
}

/** Several at a time: what each has to say is shown in one piece when it is done. */
async function runReading(check, { env }) {
  const startedAt = Date.now();
  const said = [];
  const code = await runProgram('npm', ['run', '-s', check.npm], env, ['ignore', 'pipe', 'pipe'], (child) => {
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => said.push(chunk));
  });
  const result = countOne(code === 0);
  console.log(`\n=== ${check.name} ===\n${Buffer.concat(said)}${verdict(check, result, startedAt)}`);
  return result;
}

function verdict({ name }, { failed }, startedAt) {
  return `--- ${name}: ${failed > 0 ? 'FAILED' : 'ok'} (${((Date.now() - startedAt) / 1000).toFixed(1)} s)`;
}

async function runCheck(check, { env, folder, byName, jestArguments, behind, begun = check.begin?.() }) {
  try {
    const extra = await check.prepare?.({ byName, begun });
    const settings = { ...env, ...extra };
    return check.jest
      ? { check, ...(await runJest(check, settings, folder, jestArguments, behind)) }
      : countOne((await runShown('npm', ['run', '-s', check.npm], settings, behind)) === 0);
  } catch (error) {
    console.error(error.message);
    return countOne(false);
  }
}

function countOne(passed) {
  return { passed: passed ? 1 : 0, failed: passed ? 0 : 1, skipped: 0 };
}

async function runJest({ jest: project, arguments: own = [], groups }, settings, folder, jestArguments, behind) {
  const grouped = groups !== undefined && jestArguments.length === 0;
  if (grouped) writeGroups(project, groups);
  const env = {
    ...settings,
    ...(grouped && { TEST_GROUPS: 'yes' }),
    // What a test makes lives for its length; with room for that it is not carried over to what is seldom looked through.
    NODE_OPTIONS: `${settings.NODE_OPTIONS ?? ''} --max-semi-space-size=64`,
  };
  const report = path.join(folder, `${project}.json`);
  const args = ['--selectProjects', project, '--ci', '--json', '--outputFile', report, ...own];
  if (jestArguments.length > 0) args.push('--passWithNoTests'); // a filter may well leave nothing of one project
  const code = await runShown(
    process.execPath,
    [inProject('node_modules/jest/bin/jest.js'), ...args, ...jestArguments],
    env,
    behind,
  );
  if (!fs.existsSync(report)) return countOne(false);
  const result = JSON.parse(fs.readFileSync(report, 'utf8'));
  fs.rmSync(report);
  // A file that does not even load has no tests to count, but it is a failure all the same.
  const failed = result.numFailedTests + result.numRuntimeErrorTestSuites;
  return {
    passed: result.numPassedTests,
    failed: code !== 0 && failed === 0 ? 1 : failed,
    skipped: result.numPendingTests + result.numTodoTests,
    failures: failuresIn(result, project),
    report: result,
  };
}

/**
 * Runs a program with its output shown and gives its exit code.
 * @param behind takes the output instead, of what is to have the processor only when nobody else wants it.
 */
function runShown(program, args, env, behind) {
  const shown = behind ? 'pipe' : 'inherit';
  // What people read of jest goes to stderr; with --json its stdout only repeats where the report is.
  const stdio = ['ignore', args.includes('--json') ? 'ignore' : shown, shown];
  return runProgram(program, args, env, stdio, (child) => {
    if (!behind) return;
    os.setPriority(child.pid, os.constants.priority.PRIORITY_LOW);
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', behind);
  });
}

/** Runs a program and gives its exit code. When we are stopped, it and its children are too. */
function runProgram(program, args, env, stdio, begun = () => undefined) {
  const child = spawn(program, args, { cwd: inProject(), env, stdio, detached: true });
  begun(child);
  const end = () => {
    sendSignal(-child.pid, 'SIGTERM');
    setTimeout(() => sendSignal(-child.pid, 'SIGKILL'), 5000).unref();
  };
  stop.signal.addEventListener('abort', end, { once: true });
  // A test that leaves something open keeps jest alive for ever; it has said by then what failed.
  const bound = setTimeout(() => {
    log(`${args.slice(1).join(' ') || program} took longer than ${CHECK_MINUTES} minutes and was ended`);
    end();
  }, CHECK_MINUTES * 60_000);
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve(code ?? 1));
  }).finally(() => {
    clearTimeout(bound);
    stop.signal.removeEventListener('abort', end);
  });
}
