/** Tells long-running scripts when to stop. */

/**
 * The first SIGINT, SIGTERM or SIGHUP asks us to stop, a second SIGINT to hurry.
 * @param {() => void} [hurry]
 * @returns {{signal: AbortSignal, requested: Promise<void>}}
 */
export function listenForStop(hurry = () => {}) {
  const controller = new AbortController();
  const requested = new Promise((resolve) => controller.signal.addEventListener('abort', () => resolve()));
  let since;
  const onSignal = (name) => {
    if (!since) {
      since = Date.now();
      controller.abort(new Error(`stopped by ${name}`));
    } else if (name === 'SIGINT' && Date.now() - since > 500) {
      hurry(); // delayed: npm forwards a Ctrl-C that the terminal has sent to us already
    }
  };
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(name, onSignal);
  if (process.env.npm_lifecycle_event) noticeOrphaning(() => onSignal('the end of npm'));
  // The reader of our output may have ended; clean up anyway.
  process.stdout.on('error', () => {});
  process.stderr.on('error', () => {});
  return { signal: controller.signal, requested };
}

/** Calls back when the parent process ends. A SIGTERM to npm ends the shell between npm and the script without reaching the script. */
export function noticeOrphaning(callback) {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    callback();
  }, 500);
  timer.unref();
}
