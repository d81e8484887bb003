import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** Stands between a client and a server, and can take the server away. */
export class TcpProxy {
  private readonly sockets = new Set<Socket>();
  private port = 0;
  private frozen = false;

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

  /** @param url of the server; its port has to be named. */
  static async before(url: string): Promise<TcpProxy> {
    const { hostname, port } = new URL(url);
    const proxy = new TcpProxy({ host: hostname, port: Number(port) });
    await proxy.restore();
    return proxy;
  }

  /** The URL, leading through the proxy. */
  through(url: string): string {
    const changed = new URL(url);
    changed.hostname = '127.0.0.1';
    changed.port = String(this.port);
    return changed.href;
  }

  /** Breaks every connection off and refuses new ones. */
  async cut(): Promise<void> {
    const closed = new Promise((resolve) => this.server.close(resolve));
    for (const socket of this.sockets) socket.destroy();
    await closed;
  }

  /** Nothing comes through any more in either direction, and nobody is told: a cable that was pulled. */
  freeze(): Promise<void> {
    this.frozen = true;
    for (const socket of this.sockets) socket.pause();
    return Promise.resolve();
  }

  /** What was held up arrives. */
  thaw(): Promise<void> {
    this.frozen = false;
    for (const socket of this.sockets) socket.resume();
    return Promise.resolve();
  }

  /** Lets clients through again, at the same port. */
  async restore(): Promise<void> {
    await new Promise<void>((resolve) => this.server.listen(this.port, '127.0.0.1', resolve));
    this.port = (this.server.address() as AddressInfo).port;
  }
}
