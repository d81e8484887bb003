/** A TCP gate between the product and a server, which the benchmark cuts and restores. */
import { once } from 'node:events';
import { connect, createServer } from 'node:net';

/** @param {string} serverUrl of the server, with its port */
export async function openGate(serverUrl) {
  const { hostname, port } = new URL(serverUrl);
  const sockets = new Set();
  const server = createServer({ noDelay: true }, (client) => {
    const upstream = connect({ host: hostname, port: Number(port), noDelay: true });
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.once('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
      socket.pipe(other);
    }
  });
  const listen = async (at) => {
    server.listen(at, '127.0.0.1');
    await once(server, 'listening');
    return server.address().port;
  };
  const own = await listen(0);
  return {
    /** The URL of the server through the gate. */
    url: Object.assign(new URL(serverUrl), { hostname: '127.0.0.1', port: own }).href,
    /** Closes all connections and refuses new ones. */
    async cut() {
      if (!server.listening) return;
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
    restore: () => listen(own),
  };
}
