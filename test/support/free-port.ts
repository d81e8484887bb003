import { createServer, type ListenOptions, type Server } from 'node:net';

/** Below the range from which Linux takes ports of outgoing connections, which could take a port before its server does. */
const [LOWEST, HIGHEST] = [20_000, 32_767];

/** Returns null if the place is taken. */
async function listening(place: ListenOptions): Promise<Server | null> {
  const server = createServer();
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(null);
      else reject(error);
    });
    server.listen(place, () => {
      resolve(server.unref());
    });
  });
}

/**
 * Returns a free loopback port that no other test process gets, also of another run on this machine. The name of a socket reserves it, which
 * the system frees when this process ends.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = LOWEST + Math.floor(Math.random() * (HIGHEST - LOWEST + 1));
    if ((await listening({ path: `\0carillon-test-port-${port}` })) === null) continue;
    const server = await listening({ host: '127.0.0.1', port });
    if (server === null) continue;
    await new Promise((resolve) => server.close(resolve));
    return port;
  }
}
