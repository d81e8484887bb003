/** Keeps a value in a text column: the database neither orders its members anew nor looks into it. */
export const asJson = <Value>() => ({
  to: (value: Value): string => JSON.stringify(value),
  from: (text: string): Value => JSON.parse(text) as Value,
});
