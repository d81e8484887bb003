/** Paths of this project and of its data folder, and the sources of its settings. */
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');

/** The path of a file of the project, whatever the current directory is. */
export const inProject = (...parts) => path.join(ROOT, ...parts);

/** The private data folder: DATA_DIR (relative to the project), else `.data`. */
export function dataFolder(env = process.env) {
  return path.resolve(ROOT, env.DATA_DIR || '.data');
}

/**
 * Returns the options of Node for the processes of the product: by default, V8 uses up to 192 MB for new objects. Options in `own` win.
 * docker/Dockerfile and the units in deploy/systemd set the same.
 */
export const nodeOptions = (own = '') => `--max-semi-space-size=32 ${own}`.trim();

/** Adds the variables of an env file to the environment. Those already set win; a missing file is no fault. */
export function loadEnvironmentFile(file) {
  if (fs.existsSync(file)) process.loadEnvFile(file);
}

/** The file in which the running private servers leave their addresses for other terminals. */
export const servicesEnvironmentFile = (dataDir) => path.join(dataDir, 'services.env');
