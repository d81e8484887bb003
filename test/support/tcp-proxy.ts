import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { localUrl } from './local-url.js';
import { stopAtEnd } from './stop-at-end.js';

/** A proxy between a client and a server that can interrupt the connection. */
export class TcpProxy {
  private readonly sockets = new Set<Socket>();
  private frozen = false;

  port = 0;

  private constructor(private readonly to: { readonly host: string; readonly port: number }) {}

  private readonly server = createServer((client) => {
    const upstream = connect(this.to);
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      this.sockets.add(socket);
      socket.on('error', () => undefined);
      socket.once('close', () => {
        this.sockets.delete(socket);
        other.destroy();
      });
      socket.pipe(other);
      if (this.frozen) socket.pause();
    }
  });

  /** @param url of the server, with its port. */
  static async before(url: string): Promise<TcpProxy> {
    const { hostname, port } = new URL(url);
    const proxy = stopAtEnd(new TcpProxy({ host: hostname, port: Number(port) }));
    await proxy.restore();
    return proxy;
  }

  /** The URL through the proxy. */
  through(url: string): string {
    return localUrl(url, this.port);
  }

  /** Closes every connection and refuses new ones. */
  async cut(): Promise<void> {
    const closed = new Promise((resolve) => this.server.close(resolve));
    for (const socket of this.sockets) socket.destroy();
    await closed;
  }

  async stop(): Promise<void> {
    if (this.server.listening) await this.cut();
  }

  /** Holds all traffic in both directions without closing connections, like an unplugged cable. */
  freeze(): Promise<void> {
    this.frozen = true;
    for (const socket of this.sockets) socket.pause();
    return Promise.resolve();
  }

  /** Releases the held traffic. */
  thaw(): Promise<void> {
    this.frozen = false;
    for (const socket of this.sockets) socket.resume();
    return Promise.resolve();
  }

  /** Accepts clients again, on the same port. */
  async restore(): Promise<void> {
    await new Promise<void>((resolve) => this.server.listen(this.port, '127.0.0.1', resolve));
    this.port = (this.server.address() as AddressInfo).port;
  }
}
