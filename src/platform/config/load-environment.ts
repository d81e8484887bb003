import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadEnvFile } from 'node:process';
import { type AppConfig, parseConfig } from './config.js';

/** Reads the configuration of this process. @throws ConfigurationError */
export function loadConfig(): AppConfig {
  return parseConfig(loadEnvironment());
}

/**
 * What this process is told from outside. Later sources only fill what earlier ones left open:
 * the environment, `.env`, the addresses of the project's own private servers, the generated development secret.
 */
export function loadEnvironment(): Readonly<Record<string, string | undefined>> {
  loadIfPresent('.env');
  const dataDir = process.env['DATA_DIR'] ?? '.data';
  loadIfPresent(join(dataDir, 'services.env'));
  if (process.env['NODE_ENV'] !== 'production' && process.env['APP_SECRET'] === undefined)
    loadDevelopmentSecret(dataDir);
  return process.env;
}

function loadIfPresent(file: string): void {
  // loadEnvFile leaves variables that exist already as they are, which is the precedence we promise.
  if (existsSync(file)) loadEnvFile(file);
}

/** Generated once and kept: tokens in mails sent yesterday must still verify after today's restart. */
function loadDevelopmentSecret(dataDir: string): void {
  const file = join(dataDir, 'secrets.env');
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  try {
    // `wx`: API and worker start at the same moment, and only one of them may choose.
    writeFileSync(file, `APP_SECRET=${randomBytes(32).toString('hex')}\n`, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  loadEnvFile(file);
}
