/** The last resort: both servers of docker/compose.yml, as separate containers per data folder. */
import crypto from 'node:crypto';
import { inProject } from '../project.mjs';
import { choosePort } from '../ports.mjs';
import { run, waitUntil } from '../processes.mjs';
import { keptPassword } from './state.mjs';
import { findProgram } from './programs.mjs';
import path from 'node:path';

/** The container port of each service, by server kind, which is its name in compose.yml. */
const PORT_VARIABLES = { database: 'DATABASE_PORT', redis: 'REDIS_PORT' };

/** Starts the containers and waits until each accepts our login. Returns a record per kind. */
export async function startContainers(servers, { folder, state, env, log }) {
  const ports = {};
  for (const server of servers) {
    const known = state[server.kind]?.how === 'docker' ? state[server.kind].port : undefined;
    ports[server.kind] = known ?? (await choosePort(state.ports[server.kind], server.preferredPort));
  }
  const compose = await composeCommand(folder, env, ports);
  log(`docker compose up ${Object.keys(ports).join(' ')}`);
  await compose('up', '--detach', ...Object.keys(ports));
  for (const server of servers) {
    const url = server.privateUrl(folder, ports[server.kind]);
    let last;
    const ready = async () => (last = await server.tryLogin(url)).outcome === 'ok';
    if (await waitUntil(ready, server.secondsToStart * 1000, 500)) continue;
    throw new Error(`the container answers at port ${ports[server.kind]}: ${last.reason ?? last.outcome}`);
  }
  return Object.fromEntries(servers.map(({ kind }) => [kind, { how: 'docker', port: ports[kind] }]));
}

/** Stops the containers; their volumes, which hold the data, only go with `remove`. */
export async function stopContainers({ folder, env, log, remove }) {
  const compose = await composeCommand(folder, env, {});
  await compose(...(remove ? ['down', '--volumes'] : ['down']));
  log('containers stopped');
}

async function composeCommand(folder, env, ports) {
  const docker = findProgram(['docker'], env);
  if (!docker) throw new Error('docker not found');
  await run(docker, ['info'], { env, timeout: 10_000 }).catch(() => {
    throw new Error('the Docker engine does not answer');
  });
  const project = `carillon-${crypto.createHash('sha256').update(folder).digest('hex').slice(0, 10)}`;
  const variables = {
    ...env,
    ...Object.fromEntries(Object.entries(ports).map(([kind, port]) => [PORT_VARIABLES[kind], String(port)])),
    DATABASE_PASSWORD: keptPassword(path.join(folder, 'database.password')),
    DATABASE_ROOT_PASSWORD: keptPassword(path.join(folder, 'database.password')),
    REDIS_PASSWORD: keptPassword(path.join(folder, 'redis.password')),
    // compose.yml requires these for the application, which does not run in a container here.
    ...{ APP_SECRET: 'unused', PUBLIC_URL: 'unused', MAIL_FROM: 'unused', SMTP_URL: '' },
  };
  const file = inProject('docker/compose.yml');
  return (...args) => run(docker, ['compose', '-p', project, '-f', file, ...args], { env: variables, show: true });
}
