/**
 * `npm test`: every check, on throw-away servers of its own, so that a running `npm start` is not disturbed.
 *
 *   npm test                            all of them
 *   npm test -- unit e2e                some
 *   npm test -- e2e -- -t 'one click'   with arguments for jest
 *   npm run test:changed                what the changes since origin/main can affect, in about two minutes
 *   npm run test:changed -- HEAD~3      since another commit
 */
import crypto from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { spawn } from 'node:child_process';
import { calibrate } from './calibration.mjs';
import { affectedSpecs } from './changed-specs.mjs';
import { ensureChromium } from './chromium.mjs';
import { haTools, mailTools } from './ha-tools.mjs';
import { ensureBuild, ensurePackages } from './packages.mjs';
import { pidOfStamp, processStamp, sendSignal } from './processes.mjs';
import { inProject } from './project.mjs';
import { ensureRuntime } from './runtime.mjs';
import { down, up } from './services.mjs';
import { listenForStop } from './stop-request.mjs';
import { specsOf, writeGroups } from './test-groups.mjs';

/**
 * Checks that only read sources run beside the build; then the others run in this order. `seconds` is the duration on the machine of the
 * calibration.
 */
const CHECKS = [
  { name: 'format', npm: 'check:format', readsOnly: true },
  { name: 'lint', npm: 'check:lint', readsOnly: true },
  { name: 'language', npm: 'check:language', readsOnly: true },
  { name: 'types', npm: 'check:types', readsOnly: true },
  { name: 'map', npm: 'check:map', readsOnly: true },
  { name: 'nest', npm: 'check:nest', readsOnly: true },
  { name: 'openapi', npm: 'check:openapi', readsOnly: true },
  { name: 'unit', kind: 'unit', groups: 5, seconds: 20, joined: true },
  { name: 'integration', kind: 'integration', groups: 4, seconds: 65, joined: true },
  {
    ...{ name: 'e2e', kind: 'e2e', groups: 12, seconds: 200, joined: true },
    begin: () => mailTools(log),
    prepare: async ({ begun }) => ({ MAIL_TOOLS: await begun }),
  },
  // If named, it runs in full; as one of all checks, it covers every route and field once.
  {
    name: 'security',
    kind: 'security',
    groups: 4,
    seconds: 65,
    joined: true,
    prepare: ({ byName }) => (byName ? { TEST_DEPTH: 'full' } : {}),
  },
  // If the browser must be installed, that runs beside the earlier checks. One group: each browser is a session of its own, for which Linux
  // ignores a low priority (autogroups).
  {
    name: 'browser',
    kind: 'browser',
    groups: 1,
    seconds: 110,
    beside: 'chaos',
    begin: () => ensureChromium(log),
    prepare: async ({ begun }) => ({ CHROMIUM_PATH: await begun }),
  },
  // Each group runs products of several processes. CHAOS_LONG=1 runs the long form.
  {
    ...{ name: 'chaos', kind: 'chaos', groups: 6, seconds: 330, workersPerProcessor: 1.5 },
    begin: () => haTools(log),
    prepare: async ({ begun }) => ({ HA_TOOLS: await begun }),
  },
];

/** Tests wait as long as they compute. */
const WORKERS_PER_PROCESSOR = 2.5;

/** Settings of the developer's shell that must not reach the tests, which would send emails, log in, or connect elsewhere. */
const NOT_FOR_TESTS =
  /^(DATABASE_|REDIS_|SMTP_|IMAP_|MAIL_FROM|PORT|HOST|PUBLIC_URL|API_BASE_PATH|APP_|BOOTSTRAP_|DEV_|WEBHOOK_|RATE_LIMIT_|NODE_ENV)/;

/** Timeout of one check on the machine of the calibration. A named check may run in its long form, which takes most of an hour. */
const CHECK_MINUTES = process.env.CHAOS_LONG || process.argv.length > 2 ? 90 : 30;

/** How long the affected tests of a change take, with everything before them. */
const CHANGED_SECONDS = 90;

const FOLDER_NAME = 'carillon-test-';

await ensureRuntime();
const log = (line) => console.error(`[test] ${line}`);
const stop = listenForStop();

try {
  const { checks, byName, jestArguments, changes } = parseArguments(process.argv.slice(2));
  log(`${checks.map(({ name }) => name).join(', ')}${changes ? ', as far as changes affect them' : ''}`);
  await ensurePackages({ log, signal: stop.signal });
  const reading = runReading(checks);
  let totals;
  try {
    await ensureBuild({ log, signal: stop.signal, typesChecked: checks.some(({ name }) => name === 'types') });
    await removeAbandonedFolders();
    totals = await withThrowAwayServices((env, folder) =>
      runAll(checks, { env, folder, byName, jestArguments, reading, changes }),
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
  if (args[0] === '--changed') return affectedChecks(args[1]);
  const end = args.includes('--') ? args.indexOf('--') : args.length;
  const names = args.slice(0, end);
  const unknown = names.filter((name) => !CHECKS.some((check) => check.name === name));
  const known = CHECKS.map(({ name }) => name).join(', ');
  if (unknown.length > 0) throw new Error(`Unknown check: ${unknown.join(', ')}. Available: ${known}.`);
  const checks = CHECKS.filter(({ name }) => names.length === 0 || names.includes(name));
  return { checks, byName: names.length > 0, jestArguments: args.slice(end + 1) };
}

/** All checks of sources, and the kinds of tests that have an affected spec. */
function affectedChecks(since) {
  const kinds = Object.fromEntries(CHECKS.filter(({ kind }) => kind).map(({ kind }) => [kind, specsOf(kind)]));
  const changes = affectedSpecs(kinds, since);
  const checks = CHECKS.filter(({ kind }) => !kind || changes.specs.some((spec) => spec.kind === kind));
  return { checks, byName: false, jestArguments: [], changes };
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
  const count = (result) => {
    for (const key of Object.keys(totals)) totals[key] += result[key];
  };
  const begun = new Map(checks.filter(({ begin }) => begin).map(({ name, begin }) => [name, begin()]));
  // Its failure is reported to the check that needs it.
  for (const beginning of begun.values()) beginning.catch(() => undefined);
  (await context.reading).forEach(count);
  stop.signal.throwIfAborted();
  if (checks.every(({ readsOnly }) => readsOnly)) return totals;
  const calibration = await calibrate({ env: context.env, dataDir: path.join(context.folder, 'calibration') });
  const groups = context.changes && chosenGroups(context.changes, calibration);
  const rest = checks.filter(({ kind }) => kind && (!groups || groups.of(kind).length > 0));
  const given = { ...context, calibration, groups };
  const sequence = context.byName
    ? rest
    : withJoined(
        rest.filter(({ beside }) => !rest.some(({ name }) => name === beside)),
        begun,
      );
  const minutes = Math.ceil(calibration.secondsFor(groups?.seconds ?? secondsOf(sequence)) / 60);
  const some = context.jestArguments.length > 0;
  log(`${calibration}${some ? '' : `; the tests take about ${minutes} minute${minutes === 1 ? '' : 's'}`}`);
  for (const check of sequence) {
    const besides = context.byName ? [] : rest.filter(({ beside }) => beside === check.name);
    const behind = runBehind(besides, given, begun);
    console.log(`\n=== ${check.name} ===`);
    const startedAt = Date.now();
    const result = await runCheck(check, { ...given, begun: begun.get(check.name) });
    stop.signal.throwIfAborted();
    count(result);
    console.log(verdict(check, result, startedAt));
    (await behind).forEach(count);
    stop.signal.throwIfAborted();
  }
  return totals;
}

function secondsOf(checks) {
  return checks.reduce((sum, { seconds }) => sum + seconds, 0);
}

/** The affected specs that fit into the time, by kind. */
function chosenGroups({ files, specs }, calibration) {
  const chosen = [];
  let seconds = 0;
  const most = CHANGED_SECONDS - process.uptime();
  for (const spec of specs) {
    if (chosen.length > 0 && calibration.secondsFor(seconds + spec.seconds) > most) continue;
    chosen.push(spec);
    seconds += spec.seconds;
  }
  const left = specs.filter((spec) => !chosen.includes(spec));
  log(`changed files: ${files.length}; specs that they can affect: ${specs.length}; the nearest run: ${chosen.length}`);
  if (left.length > 0)
    log(
      `not run: ${left
        .slice(0, 10)
        .map(({ name }) => name)
        .join(', ')}${left.length > 10 ? ', …' : ''}`,
    );
  return { seconds, of: (kind) => chosen.filter((spec) => spec.kind === kind).map(({ name }) => name) };
}

/**
 * One check in place of those that are marked as joined: jest starts the groups of the next kind while the last ones of a kind run, where
 * processors would be idle.
 */
function withJoined(checks, begun) {
  const joined = checks.filter((check) => check.joined);
  const together = {
    name: joined.map(({ name }) => name).join(', '),
    seconds: secondsOf(joined),
    parts: joined,
    prepare: async (context) => {
      const prepared = joined.map(({ name, prepare }) => prepare?.({ ...context, begun: begun.get(name) }));
      return Object.assign({}, ...(await Promise.all(prepared)));
    },
  };
  return checks.flatMap((check) => (check === joined[0] ? [together] : check.joined ? [] : [check]));
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
  const code = await runProgram(
    'npm',
    ['run', '-s', check.npm],
    env,
    ['ignore', 'pipe', 'pipe'],
    CHECK_MINUTES * 5,
    (child) => {
      for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => said.push(chunk));
    },
  );
  const result = countOne(code === 0);
  console.log(`\n=== ${check.name} ===\n${Buffer.concat(said)}${verdict(check, result, startedAt)}`);
  return result;
}

function verdict({ name }, { failed }, startedAt) {
  return `--- ${name}: ${failed > 0 ? 'FAILED' : 'ok'} (${((Date.now() - startedAt) / 1000).toFixed(1)} s)`;
}

async function runCheck(check, { byName, begun = check.begin?.(), ...context }) {
  try {
    const extra = await check.prepare?.({ byName, begun });
    return await runJest(check, { ...context, env: { ...context.env, ...extra } });
  } catch (error) {
    console.error(error.message);
    return countOne(false);
  }
}

function countOne(passed) {
  return { passed: passed ? 1 : 0, failed: passed ? 0 : 1, skipped: 0 };
}

async function runJest(check, { env: settings, folder, jestArguments, calibration, groups, behind }) {
  const { parts = [check], workersPerProcessor = WORKERS_PER_PROCESSOR } = check;
  const grouped = jestArguments.length === 0;
  const workers = calibration.workers(workersPerProcessor);
  if (grouped) for (const part of parts) writeGroups(part.kind, part.groups, groups?.of(part.kind));
  const env = {
    ...settings,
    ...calibration.settings,
    ...(grouped && { TEST_GROUPS: 'yes' }),
    // Test data lives as long as its test; a larger young generation avoids promoting it.
    NODE_OPTIONS: `${settings.NODE_OPTIONS ?? ''} --max-semi-space-size=64`,
  };
  const kinds = parts.map(({ kind }) => kind);
  const report = path.join(folder, `${kinds.join('-')}.json`);
  const args = [
    '--selectProjects',
    ...kinds,
    '--maxWorkers',
    String(workers),
    '--ci',
    '--json',
    '--outputFile',
    report,
  ];
  if (!grouped) args.push('--passWithNoTests'); // a filter may match nothing in one project
  const program = inProject('node_modules/jest/bin/jest.js');
  const code = await runShown(process.execPath, [program, ...args, ...jestArguments], env, {
    behind,
    minutes: CHECK_MINUTES * Math.max(1, calibration.slowness),
  });
  if (!fs.existsSync(report)) return countOne(false);
  const result = JSON.parse(fs.readFileSync(report, 'utf8'));
  fs.rmSync(report);
  // A file that fails to load has no tests to count, but it is a failure.
  const failed = result.numFailedTests + result.numRuntimeErrorTestSuites;
  return {
    passed: result.numPassedTests,
    failed: code !== 0 && failed === 0 ? 1 : failed,
    skipped: result.numPendingTests + result.numTodoTests,
  };
}

/**
 * Runs a program with its output shown, and returns its exit code.
 * @param {{behind?: (chunk: Buffer) => void, minutes: number}} options `behind` receives the output of a program with low priority.
 */
function runShown(program, args, env, { behind, minutes: most }) {
  // Jest's readable output goes to stderr; with --json its stdout only repeats the location of the report.
  return runProgram(program, args, env, ['ignore', 'ignore', behind ? 'pipe' : 'inherit'], most, (child) => {
    if (!behind) return;
    os.setPriority(child.pid, os.constants.priority.PRIORITY_BELOW_NORMAL);
    child.stderr.on('data', behind);
  });
}

/** Runs a program and returns its exit code. If we are stopped, its process group is stopped too. */
function runProgram(program, args, env, stdio, most, begun = () => undefined) {
  const child = spawn(program, args, { cwd: inProject(), env, stdio, detached: true });
  begun(child);
  const end = () => {
    sendSignal(-child.pid, 'SIGTERM');
    setTimeout(() => sendSignal(-child.pid, 'SIGKILL'), 5000).unref();
  };
  stop.signal.addEventListener('abort', end, { once: true });
  // A test that leaves something open keeps Jest alive; it has reported its failures by then.
  const bound = setTimeout(() => {
    log(`${args.slice(1).join(' ') || program} took longer than ${Math.round(most)} minutes and was killed`);
    end();
  }, most * 60_000);
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve(code ?? 1));
  }).finally(() => {
    clearTimeout(bound);
    stop.signal.removeEventListener('abort', end);
  });
}
