/** The built product as processes of its own, with guard and limiter on and the limits raised. */
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { Agent } from 'undici';
import { choosePort } from '../ports.mjs';
import { waitUntil } from '../processes.mjs';
import { inProject } from '../project.mjs';

const NO_LIMIT = '10000000';

/** Runs one command line of the product and gives its output. */
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

/** Runs a command of the product on a database and gives what it printed. */
export async function commandLine(args, databaseUrl, { dataDir, redisUrl }) {
  return cli(args, environment({ databaseUrl, dataDir, redisUrl, port: 0 }));
}

function environment({ databaseUrl, dataDir, redisUrl, port, env = {} }) {
  return {
    PATH: process.env.PATH,
    NODE_ENV: 'production',
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
 * Starts API and worker, and a manager with every permission. `env` of the context changes their settings, `apiProgram` is
 * started in place of the API.
 * @returns {Promise<{request: (method: string, path: string, body?: object) => Promise<{status: number, body: any}>,
 *   download: (path: string) => Promise<{status: number, bytes: number, lines: number}>,
 *   upload: (path: string, file: string, fields: object) => Promise<{status: number, body: any}>,
 *   apiPeak: () => number, peaks: () => {api: number, worker: number},
 *   memory: () => Record<string, number>, cpu: () => Record<string, number>, stop: () => Promise<void>,
 *   origin: string, env: Record<string, string>, killWorker: () => Promise<void>, startWorker: () => void}>}
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
  const start = (program) => spawn(process.execPath, [program], { env, stdio: ['ignore', logFile, logFile] });
  const startWorker = () => start(inProject('dist', 'worker.js'));
  const processes = { api: start(context.apiProgram ?? inProject('dist', 'main.js')), worker: startWorker() };
  const origin = `http://127.0.0.1:${port}`;
  const dispatcher = new Agent({ connections: 64, keepAliveTimeout: 60_000 });
  const ready = () =>
    fetch(`${origin}/health/ready`).then(
      (answer) => answer.ok,
      () => false,
    );
  if (!(await waitUntil(ready, 30_000)))
    throw new Error(`the product did not become ready; see ${context.dataDir}/product.log`);
  const authorization = `Basic ${Buffer.from(`${username}:${issued.application_password}`).toString('base64')}`;
  const ended = (child) => new Promise((resolve) => child.once('close', resolve));
  return {
    origin,
    env,
    /** kill -9: it learns nothing of it. */
    async killWorker() {
      const gone = ended(processes.worker);
      processes.worker.kill('SIGKILL');
      await gone;
    },
    startWorker() {
      processes.worker = startWorker();
    },
    async request(method, route, body) {
      const answer = await dispatcher.request({
        origin,
        path: route,
        method,
        headers: { authorization, ...(body ? { 'content-type': 'application/json' } : {}) },
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
      return { status: answer.statusCode, body: await answer.body.json() };
    },
    /** Reads an answer of any length as it comes. @returns its status, and how many bytes and line ends it had. */
    async download(route) {
      const answer = await dispatcher.request({
        origin,
        path: route,
        method: 'GET',
        headers: { authorization },
        bodyTimeout: 0,
        headersTimeout: 0,
      });
      let bytes = 0;
      let lines = 0;
      for await (const chunk of answer.body) {
        bytes += chunk.length;
        for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, at + 1)) lines += 1;
      }
      return { status: answer.statusCode, bytes, lines };
    },
    /** Sends a file as the part `file` of a form, read as it goes out. */
    async upload(route, file, fields) {
      const boundary = randomUUID();
      const field = ([name, value]) =>
        `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
      const head = `${Object.entries(fields).map(field).join('')}--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${path.basename(file)}"\r\nContent-Type: text/csv\r\n\r\n`;
      const tail = `\r\n--${boundary}--\r\n`;
      const answer = await dispatcher.request({
        origin,
        path: route,
        method: 'POST',
        headers: {
          authorization,
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
    /** The most memory that the API has held since this was last asked. */
    apiPeak: () => peakMegabytes(processes.api.pid),
    /** The same of both processes. */
    peaks: () => ({ api: peakMegabytes(processes.api.pid), worker: peakMegabytes(processes.worker.pid) }),
    memory: () =>
      Object.fromEntries(Object.entries(processes).map(([name, child]) => [name, residentMegabytes(child.pid)])),
    /** Milliseconds of processor time that each process has used since it began. */
    cpu: () => Object.fromEntries(Object.entries(processes).map(([name, child]) => [name, cpuMilliseconds(child.pid)])),
    async stop() {
      await dispatcher.close();
      await Promise.all(
        Object.values(processes).map((child) => {
          const gone = ended(child);
          child.kill('SIGTERM');
          return gone;
        }),
      );
    },
  };
}

function peakMegabytes(pid) {
  const line = /VmHWM:\s+(\d+)/.exec(fs.readFileSync(`/proc/${pid}/status`, 'utf8'));
  fs.writeFileSync(`/proc/${pid}/clear_refs`, '5');
  return line ? Math.round(Number(line[1]) / 1024) : 0;
}

function residentMegabytes(pid) {
  const line = /VmRSS:\s+(\d+)/.exec(fs.readFileSync(`/proc/${pid}/status`, 'utf8'));
  return line ? Math.round(Number(line[1]) / 1024) : 0;
}

function cpuMilliseconds(pid) {
  // Behind the name of the program, which may hold blanks: user and system time are fields 14 and 15 in hundredths.
  const fields = fs.readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}
