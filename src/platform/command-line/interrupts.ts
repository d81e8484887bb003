/** 128 plus the number of SIGINT, as in shells. */
export const INTERRUPTED = 130;

/** Stops work gracefully on Ctrl-C; a second Ctrl-C exits at once. @param stop is called once and asks the work to end. */
export async function interruptible<Result>(stop: () => void, work: () => Promise<Result>): Promise<Result> {
  let asked = false;
  const onSignal = (): void => {
    if (asked) process.exit(INTERRUPTED);
    asked = true;
    stop();
  };
  process.on('SIGINT', onSignal).on('SIGTERM', onSignal);
  try {
    return await work();
  } finally {
    process.off('SIGINT', onSignal).off('SIGTERM', onSignal);
  }
}
