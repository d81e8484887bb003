/** Returns the text of a JSON number or boolean, because shops and sheets send them for texts; other values unchanged. */
export const asText = (value: unknown): unknown =>
  typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;
