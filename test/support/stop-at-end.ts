/** A server, process, or other resource of a test. */
export interface Stoppable {
  stop(): void | Promise<void>;
}

const started = new Set<Stoppable>();

/**
 * Registers a resource: it is stopped at the end of the test, or of the spec file if a `beforeAll` started it, also after a failed set-up.
 * A test may stop it earlier; `stop` runs once.
 */
export function stopAtEnd<Resource extends Stoppable>(resource: Resource): Resource {
  const stop = resource.stop.bind(resource);
  resource.stop = async () => {
    if (started.delete(resource)) await stop();
  };
  started.add(resource);
  return resource;
}

/** Stops what was started after those of `before`, the last one first, and throws the first error at the end. */
export async function stopStarted(before: ReadonlySet<Stoppable> = new Set()): Promise<void> {
  const errors: unknown[] = [];
  for (const resource of [...started].reverse())
    if (!before.has(resource)) await Promise.resolve(resource.stop()).catch((error: unknown) => errors.push(error));
  if (errors.length > 0) throw errors[0];
}

/** What is running now. */
export const startedNow = (): ReadonlySet<Stoppable> => new Set(started);
