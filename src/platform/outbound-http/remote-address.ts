import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';

interface Sent {
  readonly request: object;
  readonly socket: Socket;
}

/** Reports the address of a request: undici publishes each when it is created and when its head is written to a socket. */
export class RemoteAddresses {
  private making: ((address: string | null) => void) | null = null;
  private readonly listeners = new WeakMap<object, (address: string | null) => void>();

  private readonly onCreate = (message: unknown): void => {
    if (this.making) this.listeners.set((message as Sent).request, this.making);
  };

  private readonly onSend = (message: unknown): void => {
    const { request, socket } = message as Sent;
    this.listeners.get(request)?.(socket.remoteAddress ?? null);
  };

  constructor() {
    subscribe('undici:request:create', this.onCreate);
    subscribe('undici:client:sendHeaders', this.onSend);
  }

  /** Runs `make`, which must create one request synchronously, and reports its address. */
  watch<T>(make: () => T, report: (address: string | null) => void): T {
    this.making = report;
    try {
      return make();
    } finally {
      this.making = null;
    }
  }

  stop(): void {
    unsubscribe('undici:request:create', this.onCreate);
    unsubscribe('undici:client:sendHeaders', this.onSend);
  }
}
