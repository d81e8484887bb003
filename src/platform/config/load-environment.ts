import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadEnvFile } from 'node:process';
import { type AppConfig, parseConfig } from './config.js';

/** @throws ConfigurationError */
export const loadConfig = (): AppConfig => parseConfig(loadEnvironment());

/** Earlier sources win: the environment, `.env`, addresses of the project's private servers, the development secret. */
export function loadEnvironment(): Readonly<Record<string, string | undefined>> {
  loadIfPresent('.env');
  const dataDir = process.env['DATA_DIR'] ?? '.data';
  loadIfPresent(join(dataDir, 'services.env'));
  if (process.env['NODE_ENV'] !== 'production' && process.env['APP_SECRET'] === undefined)
    loadDevelopmentSecret(dataDir);
  return process.env;
}

function loadIfPresent(file: string): void {
  // loadEnvFile does not overwrite existing variables.
  if (existsSync(file)) loadEnvFile(file);
}

/** Persistent, because tokens in sent emails must verify after a restart. */
function loadDevelopmentSecret(dataDir: string): void {
  const file = join(dataDir, 'secrets.env');
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  try {
    // `wx`: API and worker start at the same time; only one may generate it.
    writeFileSync(file, `APP_SECRET=${randomBytes(32).toString('hex')}\n`, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  loadEnvFile(file);
}
