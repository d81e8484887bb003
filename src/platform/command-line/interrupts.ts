/** 128 and the number of SIGINT, as shells have it. */
export const INTERRUPTED = 130;

/**
 * Lets Ctrl-C end a piece of work in good order; a second one ends the process at once.
 * @param stop asks the work to end. It is called once.
 */
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
