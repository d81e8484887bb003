import { type AddressInfo, createServer, type Socket } from 'node:net';

/** Takes TCP connections and then does to them what it was told; it never speaks TLS. */
export class RawServer {
  private readonly sockets = new Set<Socket>();
  /** All connections that ever came. */
  accepted = 0;

  private readonly server = createServer((socket) => {
    this.accepted += 1;
    this.sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('close', () => this.sockets.delete(socket));
    // Unread, it would never learn that the other side has gone.
    socket.resume();
    this.treat(socket);
  });

  private constructor(private readonly treat: (socket: Socket) => void) {}

  static async start(treat: (socket: Socket) => void): Promise<RawServer> {
    const server = new RawServer(treat);
    await new Promise<void>((resolve) => server.server.listen(0, '127.0.0.1', resolve));
    return server;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  get url(): string {
    return `https://127.0.0.1:${this.port}/hook`;
  }

  /** Those that are open at this moment. */
  get connections(): number {
    return this.sockets.size;
  }

  async stop(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    await new Promise((resolve) => this.server.close(resolve));
  }
}
