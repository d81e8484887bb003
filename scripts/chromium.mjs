/** The browser of the browser tests: the Chromium of the system, not one that a package downloads. */
import { installPackages } from './services/debian-packages.mjs';
import { findProgram } from './services/programs.mjs';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/**
 * The path of a Chromium; as root on Debian it is installed if absent.
 * @param {(line: string) => void} log
 */
export async function ensureChromium(log, env = process.env) {
  const find = () => (env.CHROMIUM_PATH ? env.CHROMIUM_PATH : findProgram(NAMES, env));
  if (find()) return find();
  try {
    const install = () => installPackages(['chromium'], { env, log });
    await install().catch(install); // a large download: one broken connection is no reason to give up
  } catch (error) {
    throw new Error(`There is no Chromium for the browser tests, and installing it failed: ${error.message}
Install it (on Debian: apt-get install chromium) or set CHROMIUM_PATH to a Chromium or Chrome.`);
  }
  if (!find()) throw new Error('Chromium was installed, but is not on the PATH; set CHROMIUM_PATH to it.');
  return find();
}
