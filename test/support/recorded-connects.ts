import { Socket } from 'node:net';
import { stopAtEnd } from './stop-at-end.js';

export interface RecordedConnects {
  /** `address:port` of every connection that this process has opened, in order. */
  readonly targets: readonly string[];
  /** Connections to other servers than those of the URLs. */
  besides(...urls: readonly string[]): string[];
  stop(): void;
}

/** Records all outgoing connections of this process until the end of the test: every library uses this function. */
export function recordConnects(): RecordedConnects {
  const targets: string[] = [];
  const inherited = Socket.prototype.connect;
  Socket.prototype.connect = function (this: Socket, ...args: unknown[]): Socket {
    // After the lookup, with the resolved address; once for each attempted address.
    this.on('connectionAttempt', (address: string, port: number) => targets.push(`${address}:${port}`));
    return inherited.apply(this, args as Parameters<typeof inherited>);
  };
  return stopAtEnd({
    targets,
    besides: (...urls: readonly string[]) => {
      const known = urls.map((url) => `:${new URL(url).port}`);
      return targets.filter((target) => !known.some((port) => target.endsWith(port)));
    },
    stop: () => {
      Socket.prototype.connect = inherited;
    },
  });
}
