/** Counts and ids are unsigned 32-bit integers in the database. */
export const MAX_UNSIGNED = 4_294_967_295;
export const MAX_ID = MAX_UNSIGNED;

export const idsOf = <Id>(rows: readonly { readonly id: Id }[]): Id[] => rows.map(({ id }) => id);

export const isId = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= MAX_ID;
