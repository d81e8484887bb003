import { ConfigurationError } from '../config/config.js';
import { maskAddresses } from '../logging/logging.js';
import type { Finding } from './finding.js';

const VARIABLE = { database: 'DATABASE_URL', redis: 'REDIS_URL' } as const;

/** Advice for the most frequent errors. */
const ADVICE: readonly (readonly [words: RegExp, advice: string])[] = [
  [/ECONNREFUSED/, 'Connection refused. Is the server running, and is the port right?'],
  [/ENOTFOUND|EAI_AGAIN/, 'The host name cannot be resolved.'],
  [/ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|timed? ?out/i, 'Timeout: a firewall, or a wrong address.'],
  [
    /ACCESS_DENIED|Access denied|WRONGPASS|NOAUTH|invalid password/i,
    'The user or password is wrong, or this host is not allowed.',
  ],
  [/BAD_DB|Unknown database/i, 'The database does not exist: CREATE DATABASE ... CHARACTER SET utf8mb4.'],
  [/HOST_NOT_PRIVILEGED|not allowed to connect/i, 'The account is not allowed from this host.'],
  [/CON_COUNT|Too many connections/i, 'Raise max_connections, or lower DATABASE_POOL_SIZE.'],
  [/certificate|TLS|SSL/i, 'The certificate is not trusted; set NODE_EXTRA_CA_CERTS for your own authority.'],
];

/** Finding for an unreachable or unsupported server. Driver errors contain neither password nor URL. */
export function connectionError(area: 'database' | 'redis', where: string, error: unknown): Finding {
  if (error instanceof ConfigurationError)
    return { area, check: 'version', verdict: 'failed', found: error.faults.join('; '), advice: null };
  const { code, message } = (error ?? {}) as { readonly code?: string; readonly message?: string };
  const words = [code, message].filter((word) => word !== undefined && word !== '').join(': ');
  const advice = ADVICE.find(([pattern]) => pattern.test(words))?.[1] ?? 'See the message of the server.';
  return {
    area,
    check: 'connection',
    verdict: 'failed',
    found: `${where} does not answer${words === '' ? '' : ` (${maskAddresses(words)})`}`,
    advice: `${advice} It is set by ${VARIABLE[area]}.`,
  };
}
