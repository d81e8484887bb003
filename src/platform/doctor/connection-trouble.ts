import { maskAddresses } from '../logging/logging.js';
import type { Finding } from './finding.js';

const VARIABLE = { database: 'DATABASE_URL', redis: 'REDIS_URL' } as const;

/** What the most frequent errors mean, and what helps. */
const ADVICE: readonly (readonly [words: RegExp, advice: string])[] = [
  [/ECONNREFUSED/, 'Nobody listens there. Is the server running, and is the port right?'],
  [/ENOTFOUND|EAI_AGAIN/, 'The name of the host cannot be resolved.'],
  [/ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|timed? ?out/i, 'No answer: a firewall, or a wrong address.'],
  [
    /ACCESS_DENIED|Access denied|WRONGPASS|NOAUTH|invalid password/i,
    'User or password are wrong, or may not come from here.',
  ],
  [/BAD_DB|Unknown database/i, 'The database does not exist: CREATE DATABASE ... CHARACTER SET utf8mb4.'],
  [/HOST_NOT_PRIVILEGED|not allowed to connect/i, 'The account may not come from this host.'],
  [/CON_COUNT|Too many connections/i, 'Raise max_connections, or lower DATABASE_POOL_SIZE.'],
  [/certificate|TLS|SSL/i, 'The certificate is not trusted; NODE_EXTRA_CA_CERTS names an authority of your own.'],
];

/** A server that cannot be reached. The error of a driver repeats neither password nor URL. */
export function connectionTrouble(area: 'database' | 'redis', where: string, error: unknown): Finding {
  const { code, message } = (error ?? {}) as { readonly code?: string; readonly message?: string };
  const words = [code, message].filter((word) => word !== undefined && word !== '').join(': ');
  const advice = ADVICE.find(([pattern]) => pattern.test(words))?.[1] ?? 'See the words of the server.';
  return {
    area,
    check: 'connection',
    verdict: 'failed',
    found: `${where} does not answer${words === '' ? '' : ` (${maskAddresses(words)})`}`,
    advice: `${advice} It is named by ${VARIABLE[area]}.`,
  };
}
