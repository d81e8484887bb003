import Redis from 'ioredis';
import { stopAtEnd } from './stop-at-end.js';

/** Connects to a Redis that a test may stop: the client reconnects. */
export function redisClient(url: string): Redis {
  const client = new Redis(url);
  client.on('error', () => undefined);
  stopAtEnd({
    stop: () => {
      client.disconnect();
    },
  });
  return client;
}
