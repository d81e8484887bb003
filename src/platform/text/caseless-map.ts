/** Values by name, found regardless of case. Its keys are lower-case. */
export class CaselessMap<Value> extends Map<string, Value> {
  override get(name: string): Value | undefined {
    return super.get(name.toLowerCase());
  }

  override has(name: string): boolean {
    return super.has(name.toLowerCase());
  }

  override set(name: string, value: Value): this {
    return super.set(name.toLowerCase(), value);
  }
}
