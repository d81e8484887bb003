/** Stores a value in a text column, which keeps the member order. */
export const asJson = <Value>() => ({
  to: (value: Value): string | null => (value === null ? null : JSON.stringify(value)),
  from: (text: string | null): Value => JSON.parse(text ?? 'null') as Value,
});
