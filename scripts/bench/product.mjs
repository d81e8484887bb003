/** Runs the built product as separate processes, with guard and rate limits on and the limits raised. */
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { Agent } from 'undici';
import { choosePort } from '../ports.mjs';
import { waitUntil } from '../processes.mjs';
import { inProject, nodeOptions } from '../project.mjs';

const NO_LIMIT = '10000000';
const START_TIMEOUT_MS = 120_000;

/** Runs one CLI command of the product and returns its output. */
function cli(args, env) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [inProject('dist/cli.js'), ...args], {
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let output = '';
    child.stdout.on('data', (chunk) => (output += chunk));
    child.on('close', (code) =>
      code === 0 ? resolve(output) : reject(new Error(`cli ${args[0]} exited with ${code}`)),
    );
  });
}

/** Runs one CLI command of the product on a database and returns its output. */
export async function commandLine(args, databaseUrl, { dataDir, redisUrl }) {
  return cli(args, environment({ databaseUrl, dataDir, redisUrl, port: 0 }));
}

function environment({ databaseUrl, dataDir, redisUrl, port, env = {} }) {
  return {
    PATH: process.env.PATH,
    NODE_ENV: 'production',
    NODE_OPTIONS: nodeOptions(),
    SMTP_ALLOW_PRIVATE_NETWORKS: 'true',
    DATABASE_URL: databaseUrl,
    REDIS_URL: redisUrl,
    REDIS_PREFIX: 'bench',
    APP_SECRET: 'a secret for measuring only, of thirty-two characters',
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    PORT: String(port),
    DATA_DIR: dataDir,
    LOG_LEVEL: 'error',
    RATE_LIMIT_PER_MINUTE: NO_LIMIT,
    RATE_LIMIT_REPORTS_PER_MINUTE: NO_LIMIT,
    RATE_LIMIT_EXPORTS_PER_MINUTE: NO_LIMIT,
    RATE_LIMIT_LIVE_PER_MINUTE: NO_LIMIT,
    ...env,
  };
}

/**
 * Starts API and worker, and creates a manager with all permissions that the benchmark needs.
 * @param {{env?: Record<string, string>, apiProgram?: string}} context `env` changes settings; `apiProgram` replaces the API.
 */
export async function startProduct(context) {
  const port = await choosePort(0);
  const env = environment({ ...context, port });
  const username = `bench-${Date.now()}`;
  const permissions = 'view_contacts,manage_contacts,view_reports,manage_campaigns';
  const issued = JSON.parse(
    await cli(['manager:create', '--username', username, '--permissions', permissions, '--json'], env),
  );
  const logFile = fs.openSync(path.join(context.dataDir, 'product.log'), 'a');
  const start = (program, settings = env) =>
    spawn(process.execPath, [program], { env: settings, stdio: ['ignore', logFile, logFile] });
  const startWorker = () => start(inProject('dist', 'worker.js'));
  const startAll = () => ({ api: start(context.apiProgram ?? inProject('dist', 'main.js')), worker: startWorker() });
  let processes = startAll();
  const origin = `http://127.0.0.1:${port}`;
  const dispatcher = new Agent({ connections: 64, keepAliveTimeout: 60_000 });
  const end = (child, signal = 'SIGTERM') => {
    const gone = new Promise((resolve) => child.once('close', resolve));
    if (!child.kill(signal)) return undefined;
    return gone;
  };
  const stopAll = () => Promise.all(Object.values(processes).map((child) => end(child)));
  const checkStarted = async (at) => {
    if (await waitUntil(() => isReady(at), START_TIMEOUT_MS, 10)) return;
    await stopAll();
    throw new Error(`an API process did not become ready; see ${context.dataDir}/product.log`);
  };
  await checkStarted(origin);
  const authorization = `Basic ${Buffer.from(`${username}:${issued.application_password}`).toString('base64')}`;
  const call = (method, route, body, options = {}) =>
    dispatcher.request({
      origin,
      path: route,
      method,
      ...options,
      headers: { authorization, ...(body && { 'content-type': 'application/json' }), ...options.headers },
      body: body ? JSON.stringify(body) : options.body,
    });
  return {
    origin,
    env,
    /** Kills the worker without warning (kill -9). */
    killWorker: () => end(processes.worker, 'SIGKILL'),
    /** Starts new processes, so that memory of earlier work does not count. */
    async restart() {
      await stopAll();
      processes = startAll();
      await checkStarted(origin);
    },
    /** @param {string} [name] another than `worker` runs beside it. */
    startWorker(name = 'worker') {
      processes[name] = startWorker();
    },
    /** Ends a worker with SIGTERM, and waits for its end. */
    stopWorker(name = 'worker') {
      const child = processes[name];
      delete processes[name];
      return end(child);
    },
    /** Starts one more process that serves the API. @returns its origin, the milliseconds until it was ready, its memory in MB, and how to stop it. */
    async startApi(program = 'main.js') {
      const ownPort = await choosePort(0);
      const at = performance.now();
      const child = start(inProject('dist', program), { ...env, PORT: String(ownPort) });
      const ownOrigin = `http://127.0.0.1:${ownPort}`;
      await checkStarted(ownOrigin);
      const milliseconds = performance.now() - at;
      return { origin: ownOrigin, milliseconds, memory: () => residentMegabytes(child.pid), stop: () => end(child) };
    },
    async request(method, route, body) {
      const answer = await call(method, route, body);
      return { status: answer.statusCode, body: await answer.body.json() };
    },
    /** Sends a request that must succeed and discards the response body, so that the client uses little time. */
    async send(method, route, body, at = origin) {
      const answer = await call(method, route, body, { origin: at });
      if (answer.statusCode !== 200)
        throw new Error(`${method} ${route} was answered with ${answer.statusCode}: ${await answer.body.text()}`);
      await answer.body.dump({ limit: Infinity });
    },
    /** Reads a response of any length as a stream. @returns its status, and its numbers of bytes and line ends. */
    async download(route) {
      const answer = await call('GET', route, undefined, { bodyTimeout: 0, headersTimeout: 0 });
      let bytes = 0;
      let lines = 0;
      for await (const chunk of answer.body) {
        bytes += chunk.length;
        for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, at + 1)) lines += 1;
      }
      return { status: answer.statusCode, bytes, lines };
    },
    /** Sends a file as the part `file` of a form, as a stream. */
    async upload(route, file, fields) {
      const boundary = randomUUID();
      const field = ([name, value]) =>
        `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
      const head = `${Object.entries(fields).map(field).join('')}--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${path.basename(file)}"\r\nContent-Type: text/csv\r\n\r\n`;
      const tail = `\r\n--${boundary}--\r\n`;
      const answer = await call('POST', route, undefined, {
        headers: {
          'content-type': `multipart/form-data; boundary=${boundary}`,
          'content-length': String(Buffer.byteLength(head) + fs.statSync(file).size + Buffer.byteLength(tail)),
        },
        body: (async function* () {
          yield Buffer.from(head);
          yield* fs.createReadStream(file, { highWaterMark: 262_144 });
          yield Buffer.from(tail);
        })(),
        headersTimeout: 0,
      });
      return { status: answer.statusCode, body: await answer.body.json() };
    },
    /** Peak resident megabytes of each process since the last call. */
    peaks: () => ({ api: peakMegabytes(processes.api.pid), worker: peakMegabytes(processes.worker.pid) }),
    memory: () =>
      Object.fromEntries(Object.entries(processes).map(([name, child]) => [name, residentMegabytes(child.pid)])),
    /** Milliseconds of processor time that each process has used since its start. */
    cpu: () => Object.fromEntries(Object.entries(processes).map(([name, child]) => [name, cpuMilliseconds(child.pid)])),
    async stop() {
      await dispatcher.close();
      await stopAll();
    },
  };
}

const isReady = (origin) =>
  fetch(`${origin}/health/ready`).then(
    ({ ok }) => ok,
    () => false,
  );

function peakMegabytes(pid) {
  const line = /VmHWM:\s+(\d+)/.exec(fs.readFileSync(`/proc/${pid}/status`, 'utf8'));
  fs.writeFileSync(`/proc/${pid}/clear_refs`, '5');
  return line ? Math.round(Number(line[1]) / 1024) : 0;
}

function residentMegabytes(pid) {
  const line = /VmRSS:\s+(\d+)/.exec(fs.readFileSync(`/proc/${pid}/status`, 'utf8'));
  return line ? Math.round(Number(line[1]) / 1024) : 0;
}

/** Returns the processor time of a process since its start. */
export function cpuMilliseconds(pid) {
  // The program name may contain blanks. User and system time are fields 14 and 15, in hundredths of a second.
  const fields = fs.readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}
