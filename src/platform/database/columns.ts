// Definitions of columns that many entities share. `SnakeCaseNames` derives the names of columns from the properties.

export const unsigned = { type: 'int', unsigned: true } as const;
export const bigUnsigned = { type: 'bigint', unsigned: true } as const;
export const count = { ...unsigned, default: 0 } as const;
export const bigCount = { ...bigUnsigned, default: 0 } as const;
/** A counter that can be corrected downward, so a row may be negative. */
export const revocable = { type: 'int', default: 0 } as const;
export const flag = { type: 'tinyint', unsigned: true, default: 0 } as const;

export const shortText = { type: 'varchar', length: 190 } as const;
export const ascii = { charset: 'ascii', collation: 'ascii_bin' } as const;
/** Compared by bytes. */
export const exact = { collation: 'utf8mb4_bin' } as const;

export const moment = { type: 'datetime', precision: 3 } as const;
export const atInsert = { ...moment, default: () => 'CURRENT_TIMESTAMP(3)' } as const;
export const atUpdate = { ...atInsert, onUpdate: 'CURRENT_TIMESTAMP(3)' } as const;
/** A time without milliseconds, as in the API. */
export const second = { type: 'datetime', precision: 0 } as const;
export const secondAtInsert = { ...second, default: () => 'CURRENT_TIMESTAMP' } as const;

/** Stores a value in a text column, which keeps the member order. @param absent the value of a column that is null. */
export const asJson = <Value>(absent = null as Value) => ({
  to: (value: Value): string | null => (value === null ? null : JSON.stringify(value)),
  from: (text: string | null): Value => (text === null ? absent : (JSON.parse(text) as Value)),
});
