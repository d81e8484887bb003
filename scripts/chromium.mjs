/** The browser of the browser tests: the Chromium of the system, not one that a package downloads. */
import { installPackages } from './services/debian-packages.mjs';
import { findProgram } from './services/programs.mjs';

/** Draws no window, which takes less than half of the processor time. */
const SHELL = 'chromium-headless-shell';
const BROWSERS = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/**
 * The path of a Chromium. As root on Debian the headless one is installed if absent; if that fails, another installed one is used.
 * @param {(line: string) => void} log
 */
export async function ensureChromium(log, env = process.env) {
  if (env.CHROMIUM_PATH) return env.CHROMIUM_PATH;
  const find = () => findProgram([SHELL, ...BROWSERS], env);
  if (!findProgram([SHELL], env)) {
    try {
      const install = () => installPackages([SHELL], { env, log });
      await install().catch(install); // a large download: one broken connection is no reason to give up
    } catch (error) {
      if (find()) return find();
      throw new Error(`There is no Chromium for the browser tests, and installing it failed: ${error.message}
Install it (on Debian: apt-get install ${SHELL}) or set CHROMIUM_PATH to a Chromium or Chrome.`);
    }
  }
  if (!find()) throw new Error('Chromium was installed, but is not on the PATH; set CHROMIUM_PATH to it.');
  return find();
}
