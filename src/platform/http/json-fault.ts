const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;
const WORD = /[A-Za-z_]{2,20}/y;
const BLANKS = new Set([' ', '\t', '\n', '\r']);
const LITERALS = ['true', 'false', 'null'];

/**
 * Returns where a text is not valid JSON and what is expected there. Line and column are characters from 1.
 * @param text rejected by `JSON.parse`, of bounded depth.
 */
export function jsonFault(text: string): string {
  const reader = new Reader(text);
  const expected = reader.document();
  if (expected === null) return 'is not valid JSON';
  return `${placeOf(text, reader.index)}: unexpected ${foundAt(text, reader.index)}, expected ${expected}`;
}

/** Methods return what is expected at `index`, or null after reading it. */
class Reader {
  index = 0;

  constructor(private readonly text: string) {}

  document(): string | null {
    const fault = this.value();
    if (fault !== null) return fault;
    this.skipBlanks();
    return this.index === this.text.length ? null : 'the end of the body';
  }

  private value(): string | null {
    this.skipBlanks();
    const first = this.text[this.index] ?? '';
    if (first === '{') return this.members();
    if (first === '[') return this.items();
    if (first === '"') return this.string();
    const literal = LITERALS.find((word) => this.text.startsWith(word, this.index));
    const length = literal?.length ?? this.matched(NUMBER);
    this.index += length;
    return length > 0 ? null : 'a value';
  }

  private members(): string | null {
    this.index += 1;
    if (this.takes('}')) return null;
    for (let names = 0; ; names += 1) {
      this.skipBlanks();
      if (this.text[this.index] !== '"') return `a member name in double quotes${names === 0 ? ' or }' : ''}`;
      const fault = this.string() ?? (this.takes(':') ? this.value() : ':');
      if (fault !== null) return fault;
      if (this.takes('}')) return null;
      if (!this.takes(',')) return ', or }';
    }
  }

  private items(): string | null {
    this.index += 1;
    if (this.takes(']')) return null;
    for (;;) {
      const fault = this.value();
      if (fault !== null) return fault;
      if (this.takes(']')) return null;
      if (!this.takes(',')) return ', or ]';
    }
  }

  private string(): string | null {
    for (this.index += 1; this.index < this.text.length;) {
      const character = this.text[this.index] ?? '';
      const length = character === '\\' ? this.matched(ESCAPE) : 1;
      if (length === 0) return 'an escape such as \\n, \\\\ or \\u00e9';
      if (character < ' ') return 'an escape instead of a control character';
      this.index += length;
      if (character === '"') return null;
    }
    return '"';
  }

  private takes(sign: string): boolean {
    this.skipBlanks();
    if (this.text[this.index] !== sign) return false;
    this.index += 1;
    return true;
  }

  private skipBlanks(): void {
    while (BLANKS.has(this.text[this.index] ?? '')) this.index += 1;
  }

  private matched(pattern: RegExp): number {
    pattern.lastIndex = this.index;
    return pattern.exec(this.text)?.[0].length ?? 0;
  }
}

function placeOf(text: string, index: number): string {
  let line = 1;
  let column = 1;
  for (const character of text.slice(0, index).replaceAll('\r\n', '\n'))
    if (character === '\n' || character === '\r') {
      line += 1;
      column = 1;
    } else column += 1;
  return `line ${line}, column ${column}`;
}

function foundAt(text: string, index: number): string {
  if (index >= text.length) return 'end';
  WORD.lastIndex = index;
  const found = WORD.exec(text)?.[0] ?? String.fromCodePoint(text.codePointAt(index) ?? 0);
  return /^[\p{C}\p{Z}]/u.test(found)
    ? `U+${(found.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
    : found;
}
