/** Members of mysql2 errors; each may be absent, because errors have other sources too. */
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

/** Returns what operators may see of an error. Of what servers quote in messages, only a name at the end is kept. */
export function loggableFacts(error: Error) {
  const { errno, code, sqlState, sqlMessage } = driverErrorOf(error);
  const name = NAMED_AT_THE_END.exec(sqlMessage ?? '')?.[0] ?? '';
  const quoted = sqlMessage?.slice(0, sqlMessage.length - name.length).replace(/'.*'/s, "'***'");
  return { errno, code, sqlState, message: quoted === undefined ? error.message : quoted + name };
}

const LOCK_WAIT_TIMEOUT = 1205;
/** Deadlock, record changed since last read, lock table full, certification: the server has rolled back the whole transaction. */
const ENDS_TRANSACTION = new Set([1213, 1020, 1206, 3101]);
/** The transaction can be retried. */
const RETRYABLE = new Set([LOCK_WAIT_TIMEOUT, ...ENDS_TRANSACTION]);
/** `max_statement_time` of MariaDB, `max_execution_time` of MySQL. */
const STATEMENT_TIMEOUTS = [1969, 3024];

export const isRetryable = (error: unknown): boolean => RETRYABLE.has(driverErrorOf(error).errno ?? 0);

const NO_SUCH_TABLE = 1146;
const NO_SUCH_COLUMN = 1054;
const NO_SUCH_SAVEPOINT = 1305;

export const lacksTable = (error: unknown): boolean => driverErrorOf(error).errno === NO_SUCH_TABLE;
export const lacksSavepoint = (error: unknown): boolean => driverErrorOf(error).errno === NO_SUCH_SAVEPOINT;
/** Whether a migration is missing. */
export const isBehind = (error: unknown): boolean => lacksTable(error) || driverErrorOf(error).errno === NO_SUCH_COLUMN;

/** Whether the server has rolled back the whole transaction, not only the statement. */
export function endsTransaction(error: unknown): boolean {
  return ENDS_TRANSACTION.has(driverErrorOf(error).errno ?? 0);
}

/** Whether a statement waited or ran for too long. Only this statement is undone; it may succeed later. */
export function isStatementTimeout(error: unknown): boolean {
  const { errno = 0 } = driverErrorOf(error);
  return errno === LOCK_WAIT_TIMEOUT || STATEMENT_TIMEOUTS.includes(errno);
}

/** The connection ended while a statement was on its way, so its effect is not known. */
const LOST_CODES = ['ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'PROTOCOL_CONNECTION_LOST', 'PROTOCOL_SEQUENCE_TIMEOUT'];
/** COMMIT failed, shutting down, network errors, killed, server gone, connection lost. */
const LOST_NUMBERS = [1053, 1158, 1159, 1160, 1161, 1180, 1317, 1927, 2006, 2013];

const UNAVAILABLE_CODES = new Set([
  ...LOST_CODES,
  'OUTCOME_UNKNOWN',
  'ECONNREFUSED',
  'ENOTFOUND',
  'EHOSTUNREACH',
  'PROTOCOL_ENQUEUE_AFTER_FATAL_ERROR',
  'POOL_ACQUIRE_TIMEOUT',
  'POOL_CLOSED',
  // This process is out of the resources for a connection.
  'EMFILE',
  'ENFILE',
  'ENOBUFS',
  'ENOMEM',
]);

/**
 * This server does not execute statements, or not writes: table or InnoDB read-only, Galera node not ready, shutting down, server or
 * transaction read-only, forced recovery, offline, Group Replication member not online, rolled back by it.
 */
const SERVER_REFUSES = new Set([1036, 1047, 1053, 1290, 1792, 1836, 1874, 1881, 3032, 3100, 3101]);

/** Too many connections, disk or table space full, out of resources, aborted, closed for being idle. */
const UNAVAILABLE_NUMBERS = new Set([
  ...[1021, 1040, 1041, 1114, 1152, 1203, 1637, 2003, 4031],
  ...[...LOST_NUMBERS, ...SERVER_REFUSES, ...STATEMENT_TIMEOUTS],
]);

/** The connection was lost during COMMIT: the transaction has its whole effect or none. */
export class OutcomeUnknown extends Error {
  readonly code = 'OUTCOME_UNKNOWN';

  constructor(cause: unknown) {
    super('The connection was lost during COMMIT', { cause });
  }
}

/** Returns the error of a failed COMMIT for its callers. */
export function commitError(error: unknown): unknown {
  const { code = '', errno = 0 } = driverErrorOf(error);
  return LOST_CODES.includes(code) || LOST_NUMBERS.includes(errno) ? new OutcomeUnknown(error) : error;
}

/** Whether a later connection may reach a server that accepts what this one refuses, such as its successor after a failover. */
export function isRefusedByServer(error: unknown): boolean {
  return SERVER_REFUSES.has(driverErrorOf(error).errno ?? 0);
}

/** Whether the database is unavailable or refuses writes, so that the same request may succeed later. */
export function isDatabaseUnavailable(error: unknown): boolean {
  const { code, errno, message } = driverErrorOf(error);
  return (
    UNAVAILABLE_CODES.has(code ?? '') ||
    UNAVAILABLE_NUMBERS.has(errno ?? 0) ||
    // mysql2 sets neither code nor number for this error.
    (message?.includes('closed state') ?? false) ||
    /\b(?:errno|error|errcode):? 28\b/i.test(message ?? '')
  );
}

/** True when the same work may succeed later: the error is about the moment and not about the data. */
export const isTransient = (error: unknown): boolean => isDatabaseUnavailable(error) || isRetryable(error);

/** Returns the unique index that refused a row, or null for other errors. MySQL writes `table.index`, MariaDB `index`. */
export function violatedUniqueIndex(error: unknown): string | null {
  const { errno, sqlMessage } = driverErrorOf(error);
  if (errno !== 1062) return null;
  // Anchored at the end: the message quotes the refused value first, which may look like an index name.
  return /for key '(?:[^'.]+\.)?([^']+)'$/.exec(sqlMessage ?? '')?.[1] ?? '';
}
