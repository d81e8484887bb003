/** Free loopback ports. */
import net from 'node:net';

/**
 * Whether a port is usable: we can listen on it, and no server answers on either loopback address. A server on ::1 alone would get the
 * visitors of http://localhost.
 */
export async function isPortFree(port, host = '127.0.0.1') {
  const answers = await Promise.all(['127.0.0.1', '::1'].map((address) => isAnswering(address, port)));
  return !answers.includes(true) && (await listenOnce(port, host)) !== null;
}

/** Returns the first free preferred port, or one chosen by the system. */
export async function choosePort(...preferred) {
  for (const port of preferred) {
    if (port && (await isPortFree(port))) return port;
  }
  return listenOnce(0, '127.0.0.1');
}

function isAnswering(host, port) {
  return new Promise((resolve) => {
    const socket = net.connect({ host, port, timeout: 1000 });
    const end = (answer) => {
      socket.destroy();
      resolve(answer);
    };
    socket
      .on('connect', () => end(true))
      .on('timeout', () => end(true))
      .on('error', () => end(false));
  });
}

function listenOnce(port, host) {
  return new Promise((resolve) => {
    const server = net.createServer();
    server.once('error', () => resolve(null));
    server.listen(port, host, () => {
      const chosen = server.address().port;
      server.close(() => resolve(chosen));
    });
  });
}
