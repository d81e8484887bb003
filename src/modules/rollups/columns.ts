// Column declarations of rollups.

export const counter = { type: 'int', unsigned: true, default: 0 } as const;
/** A counter that can be corrected downward, so a row may be negative. */
export const revocable = { type: 'int', default: 0 } as const;
/** In the smallest unit of the currency. */
export const money = { type: 'bigint', default: 0 } as const;
export const id = { type: 'int', unsigned: true } as const;
export const currency = { type: 'char', length: 3, charset: 'ascii', collation: 'ascii_bin' } as const;
/** Compared by exact bytes, so that the order of counting does not matter. */
export const exactText = { type: 'varchar', length: 190, charset: 'utf8mb4', collation: 'utf8mb4_bin' } as const;
