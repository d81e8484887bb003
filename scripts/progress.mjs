/** Progress of commands that take a while. */

const REPEATED_MS = 10_000;

/**
 * Runs a step, and logs when it begins, every 10 seconds, and when it is done, with the seconds that it took.
 * @template T
 * @param {(line: string) => void} log
 * @param {string} title
 * @param {() => Promise<T>} work a text that it returns, such as `812 packages`, is logged at the end
 * @returns {Promise<T>}
 */
export async function step(log, title, work) {
  const from = performance.now();
  const seconds = () => `${((performance.now() - from) / 1000).toFixed(1)} s`;
  log(`${title} ...`);
  const timer = setInterval(() => log(`${title}: ${seconds()} so far`), REPEATED_MS);
  try {
    const result = await work();
    log(`${title}: done in ${seconds()}${typeof result === 'string' && result ? `, ${result}` : ''}`);
    return result;
  } finally {
    clearInterval(timer);
  }
}
