// How the columns of rollups are declared.

export const counter = { type: 'int', unsigned: true, default: 0 } as const;
/** What was counted may turn out not to have been: its count is taken back, and a share of it may be negative. */
export const revocable = { type: 'int', default: 0 } as const;
/** In the smallest unit of the currency. */
export const money = { type: 'bigint', default: 0 } as const;
export const id = { type: 'int', unsigned: true } as const;
export const currency = { type: 'char', length: 3, charset: 'ascii', collation: 'ascii_bin' } as const;
/** Compared letter by letter, so that the order of counting decides nothing. */
export const exactText = { type: 'varchar', length: 190, charset: 'utf8mb4', collation: 'utf8mb4_bin' } as const;
