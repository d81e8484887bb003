import {
  endsTransaction,
  isDatabaseUnavailable,
  isRetryable,
  isStatementTimeout,
  violatedUniqueIndex,
} from './database-errors.js';

const driverError = (members: object): Error => Object.assign(new Error('from the driver'), members);
/** As TypeORM throws it. */
const wrapped = (members: object): Error =>
  Object.assign(new Error('query failed'), { driverError: driverError(members) });

const numbered = (errno: number): { readonly errno: number } => ({ errno });

describe('errors of the database', () => {
  it.each([1213, 1205, 1020, 1206, 3101])('number %d lets a transaction be run again', (errno) => {
    expect(isRetryable(driverError({ errno }))).toBe(true);
    expect(isRetryable(wrapped({ errno }))).toBe(true);
  });

  it.each([
    [1213, true, false],
    [1206, true, false],
    [3101, true, false],
    [1205, false, true],
    [1969, false, true],
    [3024, false, true],
    [1062, false, false],
  ])('number %d ends the transaction: %s, or a statement that took too long: %s', (errno, ends, timeout) => {
    expect(endsTransaction(wrapped({ errno }))).toBe(ends);
    expect(isStatementTimeout(wrapped({ errno }))).toBe(timeout);
  });

  it('other errors do not', () => {
    for (const error of [driverError({ errno: 1062 }), new Error('x'), null, undefined, 'text', {}])
      expect(isRetryable(error)).toBe(false);
  });

  it.each([
    { code: 'ECONNREFUSED' },
    { code: 'PROTOCOL_CONNECTION_LOST' },
    { code: 'POOL_ACQUIRE_TIMEOUT' },
    { code: 'EMFILE', errno: -24 },
    { errno: 1040 },
    ...[1036, 1047, 1053, 1180, 1290, 1792, 1836, 1874, 1881, 1927, 2006, 2013, 3032, 3100, 3101, 4031].map(numbered),
    { message: "Can't add new command when connection is in closed state" },
    { errno: 1114, message: "The table 'email_messages' is full" },
    { errno: 1969, message: 'Query execution was interrupted (max_statement_time exceeded)' },
    { errno: 3024 },
    { errno: 1317, message: 'Query execution was interrupted' },
    { errno: 1030, message: 'Got error 28 "No space left on device" from storage engine InnoDB' },
    { errno: 1026, message: 'Error writing file \'./x\' (errno: 28 "No space left on device")' },
    { errno: 3, message: 'Error writing file \'./x\' (Errcode: 28 "No space left on device")' },
  ])('%j says that the database is away', (members) => {
    expect(isDatabaseUnavailable(driverError(members))).toBe(true);
    expect(isDatabaseUnavailable(wrapped(members))).toBe(true);
  });

  it('a wrong statement does not', () => {
    for (const error of [driverError({ errno: 1064, code: 'ER_PARSE_ERROR' }), new Error('x'), null])
      expect(isDatabaseUnavailable(error)).toBe(false);
  });
});

describe('the violated unique index', () => {
  const duplicate = (sqlMessage: string): Error => wrapped({ errno: 1062, sqlMessage });

  it('is read from MariaDB and from MySQL 8', () => {
    expect(violatedUniqueIndex(duplicate("Duplicate entry 'a' for key 'ux_tags_title'"))).toBe('ux_tags_title');
    expect(violatedUniqueIndex(duplicate("Duplicate entry 'a' for key 'tags.ux_tags_title'"))).toBe('ux_tags_title');
  });

  it('is not what the value says', () => {
    const value = "a' for key 'ux_other";
    expect(violatedUniqueIndex(duplicate(`Duplicate entry '${value}' for key 'ux_tags_title'`))).toBe('ux_tags_title');
  });

  it('is null for every other error', () => {
    for (const error of [driverError({ errno: 1452 }), new Error("for key 'x'"), null, undefined])
      expect(violatedUniqueIndex(error)).toBeNull();
  });
});
