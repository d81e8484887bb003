import './processes/compile-cache.js';
import 'reflect-metadata';
import { startApi } from './app.setup.js';
import { ConfigurationError } from './platform/config/config.js';
import { loadConfig } from './platform/config/load-environment.js';
import { heedingSignals, runProcess } from './processes/process.js';
import { SingleProcessModule } from './processes/single-process.module.js';

runProcess(() => {
  const config = loadConfig();
  if (config.http.processes > 1)
    throw new ConfigurationError(['API_PROCESSES must be 1 if API and worker are one process (dist/all.js)']);
  return heedingSignals(() => startApi(config, SingleProcessModule));
});
