/** JSON text that is written unchanged, for values that `JSON.stringify` cannot produce. */
export class Verbatim {
  constructor(readonly json: string) {}
}

/** Like `JSON.stringify`, with `Verbatim` values unchanged. */
export function jsonText(value: unknown): string {
  if (value instanceof Verbatim) return value.json;
  if (Array.isArray(value)) return `[${value.map(jsonText).join()}]`;
  if (typeof value === 'object' && value !== null)
    return `{${Object.entries(value)
      .map(([name, member]) => `${JSON.stringify(name)}:${jsonText(member)}`)
      .join()}}`;
  return value === undefined ? 'null' : JSON.stringify(value);
}
