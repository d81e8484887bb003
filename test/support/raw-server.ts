import { type AddressInfo, createServer, type Socket } from 'node:net';
import { stopAtEnd } from './stop-at-end.js';

/** Accepts TCP connections and runs a given handler on them; it does not support TLS. */
export class RawServer {
  private readonly sockets = new Set<Socket>();
  /** All connections, including closed ones. */
  accepted = 0;

  private readonly server = createServer((socket) => {
    this.accepted += 1;
    this.sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('close', () => this.sockets.delete(socket));
    // Without reading, it would not detect that the client has disconnected.
    socket.resume();
    this.treat(socket);
  });

  private constructor(private readonly treat: (socket: Socket) => void) {}

  static async start(treat: (socket: Socket) => void): Promise<RawServer> {
    const server = stopAtEnd(new RawServer(treat));
    await new Promise<void>((resolve) => server.server.listen(0, '127.0.0.1', resolve));
    return server;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  get url(): string {
    return `https://127.0.0.1:${this.port}/hook`;
  }

  /** The open connections. */
  get connections(): number {
    return this.sockets.size;
  }

  async stop(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    await new Promise((resolve) => this.server.close(resolve));
  }
}
