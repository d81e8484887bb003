/** Ids are unsigned 32-bit integers in the database. */
export const MAX_ID = 4_294_967_295;

export const isId = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= MAX_ID;
