import { Socket } from 'node:net';

export interface RecordedConnects {
  /** `address:port` of every connection that this process has begun, in order. */
  readonly targets: readonly string[];
  /** Those to none of the servers that these URLs name. */
  besides(...urls: readonly string[]): string[];
  stop(): void;
}

/** Notes whom this process connects to, whatever library asks for it: each of them comes through here. */
export function recordConnects(): RecordedConnects {
  const targets: string[] = [];
  const inherited = Socket.prototype.connect;
  Socket.prototype.connect = function (this: Socket, ...args: unknown[]): Socket {
    // After the look-up, with the address itself; once for each address that is tried.
    this.on('connectionAttempt', (address: string, port: number) => targets.push(`${address}:${port}`));
    return inherited.apply(this, args as Parameters<typeof inherited>);
  };
  return {
    targets,
    besides: (...urls) => {
      const known = urls.map((url) => `:${new URL(url).port}`);
      return targets.filter((target) => !known.some((port) => target.endsWith(port)));
    },
    stop: () => {
      Socket.prototype.connect = inherited;
    },
  };
}
