import { ConfigurationError } from './platform/config/config.js';
import { maskAddresses } from './platform/logging/logging.js';

/** Starts a process and reports startup errors in plain words. */
export function runProcess(start: () => Promise<void>): void {
  start().catch((error: unknown) => {
    const text =
      error instanceof ConfigurationError
        ? error.message
        : error instanceof Error
          ? (error.stack ?? '')
          : String(error);
    console.error(maskAddresses(text));
    process.exit(1);
  });
}
