export type JsonObject = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns what a text is as JSON, or `otherwise` if it is no JSON; other values unchanged. */
export function fromJson(value: unknown, otherwise = value): unknown {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return otherwise;
  }
}
