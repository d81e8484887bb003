/** JSON that is written as it stands: what no value of this language would be written as. */
export class Verbatim {
  constructor(readonly json: string) {}
}

/** As `JSON.stringify`, with what is `Verbatim` left as it is. */
export function jsonText(value: unknown): string {
  if (value instanceof Verbatim) return value.json;
  if (Array.isArray(value)) return `[${value.map(jsonText).join()}]`;
  if (typeof value === 'object' && value !== null)
    return `{${Object.entries(value)
      .map(([name, member]) => `${JSON.stringify(name)}:${jsonText(member)}`)
      .join()}}`;
  return value === undefined ? 'null' : JSON.stringify(value);
}
