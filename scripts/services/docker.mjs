/** The last resort: the two servers of docker/compose.yml, as containers of their own for each data folder. */
import crypto from 'node:crypto';
import { inProject } from '../project.mjs';
import { choosePort } from '../ports.mjs';
import { run, waitUntil } from '../processes.mjs';
import { keptPassword } from './state.mjs';
import { findProgram } from './programs.mjs';
import path from 'node:path';

/** The container port of each service; its name in compose.yml is the kind of the server. */
const PORT_VARIABLES = { database: 'DATABASE_PORT', redis: 'REDIS_PORT' };

/** Starts the containers of these servers and waits until each accepts our login. Gives a record for each kind. */
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
    throw new Error('a docker client is there, but no engine answers it');
  });
  const project = `carillon-${crypto.createHash('sha256').update(folder).digest('hex').slice(0, 10)}`;
  const variables = {
    ...env,
    ...Object.fromEntries(Object.entries(ports).map(([kind, port]) => [PORT_VARIABLES[kind], String(port)])),
    DATABASE_PASSWORD: keptPassword(path.join(folder, 'database.password')),
    DATABASE_ROOT_PASSWORD: keptPassword(path.join(folder, 'database.password')),
    REDIS_PASSWORD: keptPassword(path.join(folder, 'redis.password')),
    // The file insists on these for the application, which does not run as a container here.
    ...{ APP_SECRET: 'unused', PUBLIC_URL: 'unused', MAIL_FROM: 'unused' },
  };
  const file = inProject('docker/compose.yml');
  return (...args) => run(docker, ['compose', '-p', project, '-f', file, ...args], { env: variables, show: true });
}
