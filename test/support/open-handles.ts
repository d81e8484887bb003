import { stopStarted } from './stop-at-end.js';
import { waitUntil } from './wait-until.js';

/**
 * Servers and child processes. A timer keeps a process alive at most until it fires, and connections end with their servers; they are not
 * counted, because Node.js keeps the handle of an attempt that failed before another address of the same name was tried.
 */
const KINDS: ReadonlySet<string> = new Set([
  'TCPServerWrap',
  'UDPWrap',
  'PipeServerWrap',
  'ProcessWrap',
  'FSEventWrap',
  'Worker',
]);

/** How many of each kind keep this process alive. */
export type OpenHandles = Readonly<Record<string, number>>;

export function openHandles(): OpenHandles {
  const counts: Record<string, number> = {};
  for (const kind of process.getActiveResourcesInfo()) if (KINDS.has(kind)) counts[kind] = (counts[kind] ?? 0) + 1;
  return counts;
}

/** Stops what a spec has started. Fails if it leaves more open than before: that would reach the specs after it, or keep Jest alive. */
export async function endSpec(before: OpenHandles): Promise<void> {
  await stopStarted();
  const left = (): string[] =>
    Object.entries(openHandles()).flatMap(([kind, count]) => (count > (before[kind] ?? 0) ? [kind] : []));
  await waitUntil(
    () => `the spec has left nothing open: ${left().join(', ')}`,
    () => left().length === 0,
  );
}
