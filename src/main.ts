import './processes/compile-cache.js';
import 'reflect-metadata';
import cluster from 'node:cluster';
import { loadConfig } from './platform/config/load-environment.js';
import { runProcess } from './processes/process.js';

runProcess(async () => {
  const config = loadConfig();
  // The process that starts others does not load the application.
  if (cluster.isPrimary && config.http.processes > 1)
    (await import('./processes/api-processes.js')).runApiProcesses(config.http.processes);
  else (await (await import('./app.setup.js')).startApi(config)).enableShutdownHooks();
});
