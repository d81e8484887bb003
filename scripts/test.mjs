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

/** Checks that only read sources run beside the build; then the others run in this order. */
const CHECKS = [
  { name: 'format', npm: 'check:format', readsOnly: true },
  { name: 'lint', npm: 'check:lint', readsOnly: true },
  { name: 'language', npm: 'check:language', readsOnly: true },
  { name: 'types', npm: 'check:types', readsOnly: true },
  { name: 'map', npm: 'check:map', readsOnly: true },
  { name: 'openapi', npm: 'check:openapi', readsOnly: true },
  { name: 'unit', projects: [{ kind: 'unit', groups: 5 }], joined: true },
  { name: 'integration', projects: [{ kind: 'integration', groups: 4 }], joined: true },
  { name: 'e2e', projects: [{ kind: 'e2e', groups: 12 }], joined: true },
  // If named, it runs in full; as one of all checks, it covers every route and field once.
  {
    name: 'security',
    projects: [{ kind: 'security', groups: 4 }],
    joined: true,
    prepare: ({ byName }) => (byName ? { TEST_DEPTH: 'full' } : {}),
  },
  // If the browser must be installed, that runs beside the earlier checks. One group: Linux ignores the low priority of another session
  // (autogroups), and three browsers delayed the processes of the chaos tests by up to a second.
  {
    name: 'browser',
    beside: 'chaos',
    projects: [{ kind: 'browser', groups: 1 }],
    begin: () => ensureChromium(log),
    prepare: async ({ begun }) => ({ CHROMIUM_PATH: await begun }),
  },
  // At most three at a time, and not beside the tests above, because killed processes must be back within seconds. CHAOS_LONG=1 runs
  // the long form.
  { name: 'chaos', projects: [{ kind: 'chaos', groups: 6 }], arguments: ['--maxWorkers', '3', '--forceExit'] },
];

/** Settings of the developer's shell that must not reach the tests, which would send emails, log in, or connect elsewhere. */
const NOT_FOR_TESTS =
  /^(DATABASE_|REDIS_|SMTP_|IMAP_|MAIL_FROM|PORT|HOST|PUBLIC_URL|API_BASE_PATH|APP_|BOOTSTRAP_|DEV_|WEBHOOK_|RATE_LIMIT_|NODE_ENV)/;

/** Timeout of one check. A named check may run in its long form, which takes most of an hour. */
const CHECK_MINUTES = process.env.CHAOS_LONG || process.argv.length > 2 ? 50 : 30;

/** Failures in more files than this are not caused by timing and are not retried. In one file, a failure often causes others. */
const MAX_RETRIED_FILES = 5;

const FOLDER_NAME = 'carillon-test-';

await ensureRuntime();
const log = (line) => console.error(`[test] ${line}`);
const stop = listenForStop();

try {
  const { checks, byName, jestArguments } = parseArguments(process.argv.slice(2));
  await ensurePackages({ log, signal: stop.signal });
  const reading = runReading(checks);
  let totals;
  try {
    await ensureBuild({ log, signal: stop.signal, typesChecked: checks.some(({ name }) => name === 'types') });
    await removeAbandonedFolders();
    totals = await withThrowAwayServices((env, folder) =>
      runAll(checks, { env, folder, byName, jestArguments, reading }),
    );
  } finally {
    await reading; // its output belongs before the totals
  }
  const skipped = totals.skipped > 0 ? `, ${totals.skipped} skipped` : '';
  console.log(`\n${totals.passed} passed, ${totals.failed} failed${skipped}`);
  process.exitCode = totals.failed > 0 ? 1 : 0;
} catch (error) {
  console.error(error.message);
  process.exitCode = stop.signal.aborted ? 130 : 1;
  // Without packages, a build, or servers, no check can run; report one failure in the usual last line.
  if (!stop.signal.aborted) console.log('\n0 passed, 1 failed');
}

function parseArguments(args) {
  const end = args.includes('--') ? args.indexOf('--') : args.length;
  const names = args.slice(0, end);
  const unknown = names.filter((name) => !CHECKS.some((check) => check.name === name));
  const known = CHECKS.map(({ name }) => name).join(', ');
  if (unknown.length > 0) throw new Error(`Unknown check: ${unknown.join(', ')}. Available: ${known}.`);
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

/** Servers of the developer are not used; variables with other names configure those for tests. */
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

/** Removes what a killed run left behind. */
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
  // Its failure is reported to the check that needs it.
  for (const beginning of begun.values()) beginning.catch(() => undefined);
  (await context.reading).forEach(count);
  stop.signal.throwIfAborted();
  const rest = checks.filter(({ readsOnly }) => !readsOnly);
  const sequence = context.byName ? rest : withJoined(rest.filter(({ beside }) => !beside));
  for (const check of sequence) {
    const besides = context.byName ? [] : rest.filter(({ beside }) => beside === check.name);
    const behind = runBehind(besides, context, begun);
    console.log(`\n=== ${check.name} ===`);
    const startedAt = Date.now();
    const result = await runCheck(check, { ...context, begun: begun.get(check.name) });
    stop.signal.throwIfAborted();
    count(result);
    console.log(verdict(check, result, startedAt));
    (await behind).forEach(count);
    stop.signal.throwIfAborted();
  }
  if (!context.byName) await tryAgain(failures, totals, context);
  return totals;
}

/**
 * One check in place of those that are marked as joined: jest starts the groups of the next kind while the last ones of a kind run, where
 * processors would be idle.
 */
function withJoined(checks) {
  const joined = checks.filter((check) => check.joined);
  const together = {
    name: joined.map(({ name }) => name).join(', '),
    projects: joined.flatMap(({ projects }) => projects),
  };
  return checks.flatMap((check) => (check === joined[0] ? [together] : check.joined ? [] : [check]));
}

/** Runs the specs of failed tests again, alone. Tests that pass then count as passed, and are named because they need attention. */
async function tryAgain(failures, totals, context) {
  const files = new Set([...failures.values()].flat().map(({ spec }) => spec)).size;
  if (files === 0 || files > MAX_RETRIED_FILES) return;
  const unsteady = [];
  for (const [check, failed] of failures) {
    console.log(`\n=== ${check.name}, retry ===`);
    const specs = [...new Set(failed.map(({ spec }) => spec))];
    const { report } = await runCheck(check, { ...context, jestArguments: ['--runTestsByPath', ...specs] });
    stop.signal.throwIfAborted();
    const still = report ? stillFailing(failed, report) : failed;
    unsteady.push(...failed.filter((failure) => !still.includes(failure)));
  }
  totals.passed += unsteady.length;
  totals.failed -= unsteady.length;
  for (const { spec, title } of unsteady) console.log(`\nflaky, passed on retry: ${spec}: ${title}`);
}

/** One after the other, with low priority. The output of each is shown when it ends. */
async function runBehind(checks, context, begun) {
  const results = [];
  for (const check of checks) {
    const startedAt = Date.now();
    const said = [];
    const behind = (chunk) => said.push(chunk);
    const result = await runCheck(check, { ...context, begun: begun.get(check.name), behind });
    if (stop.signal.aborted) break;
    results.push(result);
    console.log(`\n=== ${check.name} ===\n${Buffer.concat(said)}${verdict(check, result, startedAt)}`);
  }
  return results;
}

/** Checks that only read sources run in parallel, beside the build and the start of the servers; others would disturb each other. */
function runReading(checks) {
  const env = testEnvironment();
  return Promise.all(checks.filter(({ readsOnly }) => readsOnly).map((check) => readSources(check, env)));
}

/** The output is shown when it ends. */
async function readSources(check, env) {
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
    return check.projects
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

async function runJest({ projects, arguments: own = [] }, settings, folder, jestArguments, behind) {
  const grouped = jestArguments.length === 0;
  for (const { kind, groups } of grouped ? projects : []) if (groups) writeGroups(kind, groups);
  const env = {
    ...settings,
    ...(grouped && { TEST_GROUPS: 'yes' }),
    // Test data lives as long as its test; a larger young generation avoids promoting it.
    NODE_OPTIONS: `${settings.NODE_OPTIONS ?? ''} --max-semi-space-size=64`,
  };
  const kinds = projects.map(({ kind }) => kind);
  const report = path.join(folder, `${kinds.join('-')}.json`);
  const args = ['--selectProjects', ...kinds, '--ci', '--json', '--outputFile', report, ...own];
  if (jestArguments.length > 0) args.push('--passWithNoTests'); // a filter may match nothing in one project
  const code = await runShown(
    process.execPath,
    [inProject('node_modules/jest/bin/jest.js'), ...args, ...jestArguments],
    env,
    behind,
  );
  if (!fs.existsSync(report)) return countOne(false);
  const result = JSON.parse(fs.readFileSync(report, 'utf8'));
  fs.rmSync(report);
  // A file that fails to load has no tests to count, but it is a failure.
  const failed = result.numFailedTests + result.numRuntimeErrorTestSuites;
  return {
    passed: result.numPassedTests,
    failed: code !== 0 && failed === 0 ? 1 : failed,
    skipped: result.numPendingTests + result.numTodoTests,
    failures: failuresIn(result),
    report: result,
  };
}

/**
 * Runs a program with its output shown and returns its exit code.
 * @param behind receives the output of a program with low priority.
 */
function runShown(program, args, env, behind) {
  const shown = behind ? 'pipe' : 'inherit';
  // Jest's readable output goes to stderr; with --json its stdout only repeats the location of the report.
  const stdio = ['ignore', args.includes('--json') ? 'ignore' : shown, shown];
  return runProgram(program, args, env, stdio, (child) => {
    if (!behind) return;
    os.setPriority(child.pid, os.constants.priority.PRIORITY_BELOW_NORMAL);
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', behind);
  });
}

/** Runs a program and returns its exit code. If we are stopped, its process group is stopped too. */
function runProgram(program, args, env, stdio, begun = () => undefined) {
  const child = spawn(program, args, { cwd: inProject(), env, stdio, detached: true });
  begun(child);
  const end = () => {
    sendSignal(-child.pid, 'SIGTERM');
    setTimeout(() => sendSignal(-child.pid, 'SIGKILL'), 5000).unref();
  };
  stop.signal.addEventListener('abort', end, { once: true });
  // A test that leaves something open keeps Jest alive; it has reported its failures by then.
  const bound = setTimeout(() => {
    log(`${args.slice(1).join(' ') || program} took longer than ${CHECK_MINUTES} minutes and was killed`);
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
