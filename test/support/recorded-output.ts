import { stopAtEnd } from './stop-at-end.js';

/**
 * Records the output of this process instead of printing it, until the end of the test or spec. pino detects the replaced function and
 * writes through it.
 */
export function recordOutput(): string[] {
  const written: string[] = [];
  const write = process.stdout.write.bind(process.stdout);
  process.stdout.write = (chunk: string | Uint8Array): boolean => {
    written.push(typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString());
    return true;
  };
  stopAtEnd({
    stop: () => {
      process.stdout.write = write;
    },
  });
  return written;
}
