/** Reason of a failed call; a stable word in logs and delivery logs. */
export type OutboundFailure =
  | 'refused_url'
  | 'blocked_address'
  | 'dns_failed'
  | 'connect_failed'
  | 'tls_failed'
  | 'timeout'
  | 'connection_lost'
  | 'bad_response';

const BY_CODE: Readonly<Record<string, OutboundFailure>> = {
  BLOCKED_ADDRESS: 'blocked_address',
  ECONNREFUSED: 'connect_failed',
  EHOSTUNREACH: 'connect_failed',
  ENETUNREACH: 'connect_failed',
  EADDRNOTAVAIL: 'connect_failed',
  EACCES: 'connect_failed',
  EPROTO: 'tls_failed',
  ETIMEDOUT: 'timeout',
  UND_ERR_CONNECT_TIMEOUT: 'timeout',
  ECONNRESET: 'connection_lost',
  EPIPE: 'connection_lost',
  UND_ERR_SOCKET: 'connection_lost',
};

const DNS = /^(ENOTFOUND|ENODATA|ESERVFAIL|EAI_)/;
/** Certificate errors of OpenSSL and Node. */
const TLS = /^(ERR_TLS_|ERR_SSL_|CERT_|UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_|INVALID_|HOSTNAME_MISMATCH|CRL_)/;

/** Maps an error code of undici, net, tls, or dns. */
export function failureOf(error: unknown): OutboundFailure {
  const code = codeOf(error);
  if (DNS.test(code)) return 'dns_failed';
  if (TLS.test(code)) return 'tls_failed';
  return BY_CODE[code] ?? 'bad_response';
}

function codeOf(error: unknown): string {
  const { code, cause } = (error ?? {}) as { code?: unknown; cause?: unknown };
  if (typeof code === 'string') return code;
  return cause === undefined ? '' : codeOf(cause);
}
