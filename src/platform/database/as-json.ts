/** Stores a value in a text column, which keeps the member order. */
export const asJson = <Value>() => ({
  to: (value: Value): string => JSON.stringify(value),
  from: (text: string): Value => JSON.parse(text) as Value,
});
