/** A number in Liquid that prints as it was written, such as `12.50`. Its methods are those of a `Comparable` of liquidjs. */
export class WrittenNumber extends Number {
  readonly #text: string;

  constructor(text: string) {
    super(text);
    this.#text = text;
  }

  override toString(): string {
    return this.#text;
  }

  equals(other: unknown): boolean {
    return Number(this) === numberOf(other);
  }

  gt(other: unknown): boolean {
    return Number(this) > numberOf(other);
  }

  geq(other: unknown): boolean {
    return Number(this) >= numberOf(other);
  }

  lt(other: unknown): boolean {
    return Number(this) < numberOf(other);
  }

  leq(other: unknown): boolean {
    return Number(this) <= numberOf(other);
  }
}

/** Accepts texts, because templates may compare with one: numbers were texts in earlier releases. NaN equals nothing. */
function numberOf(value: unknown): number {
  const isText = typeof value === 'string' && value.trim() !== '';
  return isText || typeof value === 'number' || value instanceof Number ? Number(value) : NaN;
}

/** The values of custom fields by slug. */
export type CustomValues = Readonly<Record<string, string | readonly string[] | WrittenNumber>>;
