import { setImmediate as endOfTurn } from 'node:timers/promises';

/** Reads that have not started, by key, and the latest that has. */
const waiting = new Map<string, Promise<object>>();
const running = new Map<string, Promise<object>>();

const SHARED = Symbol('shared');
interface Shared {
  [SHARED]?: { text: string | null };
}

/**
 * Answers callers that ask for the same at the same time with one read, but none after its start: each sees what was committed before its
 * request. @param key everything that the answer depends on, besides the data.
 */
export function sharedAnswer<Answer extends object>(key: string, read: () => Promise<Answer>): Promise<Answer> {
  const joined = waiting.get(key) as Promise<Answer> | undefined;
  if (joined) return joined;
  const start = async (): Promise<Answer> => {
    waiting.delete(key);
    const reading = read();
    running.set(key, reading);
    try {
      return Object.defineProperty(await reading, SHARED, { value: { text: null } });
    } finally {
      if (running.get(key) === reading) running.delete(key);
    }
  };
  const answer = (running.get(key) ?? endOfTurn()).then(start, start);
  waiting.set(key, answer);
  return answer;
}

/** Returns the JSON of an answer; once for a shared one. */
export function jsonOf(body: unknown): string {
  const shared = (body as Shared)[SHARED];
  return shared === undefined ? JSON.stringify(body) : (shared.text ??= JSON.stringify(body));
}
