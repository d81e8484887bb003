/** What mysql2 puts on an error; every member may be absent because errors also come from elsewhere. */
interface DriverError {
  readonly errno?: number;
  readonly code?: string;
  readonly sqlState?: string;
  readonly sqlMessage?: string;
  readonly message?: string;
  readonly driverError?: DriverError;
}

const driverErrorOf = (error: unknown): DriverError => {
  const outer = (error ?? {}) as DriverError;
  return outer.driverError ?? outer;
};

const NAMED_AT_THE_END = /(?: for key| for column| table| column) '[\w.]+'(?: at row \d+)?$/;

/**
 * What an operator may know of an error: the numbers, and the message. A server quotes values of the statement in its
 * messages; of what is quoted only the name of a table, column or key at the end is kept.
 */
export function loggableFacts(error: Error): {
  readonly errno: number | undefined;
  readonly code: string | undefined;
  readonly sqlState: string | undefined;
  readonly message: string;
} {
  const { errno, code, sqlState, sqlMessage } = driverErrorOf(error);
  const name = NAMED_AT_THE_END.exec(sqlMessage ?? '')?.[0] ?? '';
  const quoted = sqlMessage?.slice(0, sqlMessage.length - name.length).replace(/'.*'/s, "'***'");
  return { errno, code, sqlState, message: quoted === undefined ? error.message : quoted + name };
}

const LOCK_WAIT_TIMEOUT = 1205;
/** Deadlock, record changed since last read, lock table full: the server has taken the whole transaction back. */
const ENDS_TRANSACTION = new Set([1213, 1020, 1206]);
/** The transaction may be run again. */
const RETRYABLE = new Set([LOCK_WAIT_TIMEOUT, ...ENDS_TRANSACTION]);
/** `max_statement_time` of MariaDB, `max_execution_time` of MySQL. */
const STATEMENT_TIMEOUTS = [1969, 3024];

export function isRetryable(error: unknown): boolean {
  return RETRYABLE.has(driverErrorOf(error).errno ?? 0);
}

/** True when the server has taken the whole transaction back, not the statement alone. */
export function endsTransaction(error: unknown): boolean {
  return ENDS_TRANSACTION.has(driverErrorOf(error).errno ?? 0);
}

/** True when one statement waited or ran for too long. Only this statement is undone, and later it may succeed. */
export function isStatementTimeout(error: unknown): boolean {
  const { errno = 0 } = driverErrorOf(error);
  return errno === LOCK_WAIT_TIMEOUT || STATEMENT_TIMEOUTS.includes(errno);
}

const UNAVAILABLE_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EHOSTUNREACH',
  'PROTOCOL_CONNECTION_LOST',
  'PROTOCOL_ENQUEUE_AFTER_FATAL_ERROR',
  'POOL_ACQUIRE_TIMEOUT',
  'POOL_CLOSED',
  // We ourselves are out of what a connection needs.
  'EMFILE',
  'ENFILE',
  'ENOBUFS',
  'ENOMEM',
]);

/** Too many connections, shutting down, read-only, disk or table space full, out of resources, killed, too slow. */
const UNAVAILABLE_NUMBERS = new Set([
  ...[1021, 1040, 1041, 1053, 1114, 1152, 1158, 1159, 1160, 1161, 1203, 1290, 1317, 1637, 1836, 1927, 3032],
  ...STATEMENT_TIMEOUTS,
]);

/** True when the database itself is away or refuses writes, so that the same request may succeed later. */
export function isDatabaseUnavailable(error: unknown): boolean {
  const { code, errno, message } = driverErrorOf(error);
  return (
    UNAVAILABLE_CODES.has(code ?? '') ||
    UNAVAILABLE_NUMBERS.has(errno ?? 0) ||
    // mysql2 gives this one neither code nor number.
    (message?.includes('closed state') ?? false) ||
    /\b(?:errno|error|errcode):? 28\b/i.test(message ?? '')
  );
}

/**
 * The name of the unique index that refused a row, or null when it was something else.
 * Both MariaDB (`'index'`) and MySQL 8 (`'table.index'`) are read.
 */
export function violatedUniqueIndex(error: unknown): string | null {
  const { errno, sqlMessage } = driverErrorOf(error);
  if (errno !== 1062) return null;
  // At the end: the message quotes the refused value before it, and a value may read like the name of an index.
  return /for key '(?:[^'.]+\.)?([^']+)'$/.exec(sqlMessage ?? '')?.[1] ?? '';
}
