/** Free loopback ports. */
import net from 'node:net';

/**
 * Whether a port can be ours: we can listen on it, and nobody answers on either loopback address. The second question
 * matters because a stranger on ::1 alone would get the visitors of http://localhost.
 */
export async function isPortFree(port, host = '127.0.0.1') {
  const answers = await Promise.all(['127.0.0.1', '::1'].map((address) => isAnswering(address, port)));
  return !answers.includes(true) && (await listenOnce(port, host)) !== null;
}

/** The first free one of the preferred ports, else one that the system gives. */
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
