/** A row that cannot be read; reading continues after it. */
export class UnreadableRow {
  constructor(
    /** A text for the manager. */
    readonly reason: string,
    /** The beginning of the row in the file. */
    readonly text: string,
  ) {}
}

export type CsvRecord = readonly string[] | UnreadableRow;

/** A longer row is treated as unreadable. */
export const MAX_ROW_LENGTH = 16 * 1024 * 1024;
const SHOWN_OF_UNREADABLE = 10_000;

const QUOTE = 0x22;
const LF = 0x0a;
const CR = 0x0d;
const BLANK = 0x20;

/** Finds the next occurrence of a character; caches it while the text is read forwards. */
class Finder {
  private from = 0;
  private found = -1;

  constructor(private readonly letter: string) {}

  /** @returns Infinity if there is none. */
  at(text: string, position: number): number {
    if (position < this.from || position > this.found) {
      const place = text.indexOf(this.letter, position);
      this.from = position;
      this.found = place === -1 ? Infinity : place;
    }
    return this.found;
  }

  forget(): void {
    this.from = 0;
    this.found = -1;
  }
}

type Parsed = { readonly cells: string[]; readonly next: number } | 'more' | 'unclosed';

/**
 * Reads CSV as real programs write it: RFC 4180 and common deviations. Lines end with LF, CRLF, or CR, also mixed. A quote
 * inside an unquoted cell is literal; so is one inside a quoted cell that neither ends it nor is doubled, as in `"5" tube",7`.
 * Blank lines are skipped.
 *
 * An unclosed quote would swallow everything up to the next quote or the end. So a quoted cell of several lines in which a quote
 * is followed by text counts as unclosed. Its row is unreadable, and reading continues with the line after the row's first.
 *
 * Text arrives in chunks of any size; the result does not depend on the chunks.
 */
export class CsvReader {
  private text = '';
  private position = 0;
  private ended = false;
  /** After a row that is too long: skip to the end of the line. */
  private skipping = false;
  private readonly lf = new Finder('\n');
  private readonly cr = new Finder('\r');
  private readonly quote = new Finder('"');
  private readonly delimiterCode: number;
  /** Characters scanned without success for unclosed quotes, and characters consumed. */
  private wasted = 0;
  private done = 0;

  constructor(
    private readonly delimiter: string,
    private readonly longestRow = MAX_ROW_LENGTH,
  ) {
    this.delimiterCode = delimiter.charCodeAt(0);
  }

  push(text: string): void {
    this.done += this.position;
    this.text = this.position === this.text.length ? text : this.text.slice(this.position) + text;
    this.position = 0;
    for (const finder of [this.lf, this.cr, this.quote]) finder.forget();
  }

  /** Marks the end of the text. */
  end(): void {
    this.ended = true;
  }

  /** @returns null if more text is needed or the text has ended. */
  next(): CsvRecord | null {
    while (this.position < this.text.length) {
      const start = this.position;
      const end = Math.min(this.lf.at(this.text, start), this.cr.at(this.text, start));
      const record = this.skipping ? this.skipped(end) : this.recordAt(start, end);
      if (record === 'more') return null;
      if (record !== 'nothing') return record;
    }
    return null;
  }

  private recordAt(start: number, end: number): CsvRecord | 'more' | 'nothing' {
    if (this.quote.at(this.text, start) < end) return this.quotedRecordAt(start, end);
    const next = this.nextLineStart(end);
    if (next === null) return this.text.length - start > this.longestRow ? this.tooLong(start, end) : 'more';
    if (Math.min(end, this.text.length) - start > this.longestRow) return this.tooLong(start, end);
    const cells = this.text.slice(start, Math.min(end, this.text.length)).split(this.delimiter);
    this.position = next;
    return hasContent(cells) ? cells : 'nothing';
  }

  private quotedRecordAt(start: number, end: number): CsvRecord | 'more' | 'nothing' {
    const parsed = this.parse(start);
    if (typeof parsed === 'object') {
      if (parsed.next - start > this.longestRow) return this.tooLong(start, end);
      this.position = parsed.next;
      return hasContent(parsed.cells) ? parsed.cells : 'nothing';
    }
    const length = this.text.length - start;
    if (parsed === 'more' && length <= this.longestRow) return 'more';
    if (Math.min(end, this.text.length) - start > this.longestRow) return this.tooLong(start, end);
    this.wasted += Math.min(length, this.longestRow);
    return this.unreadable('contains an unclosed quote', start, end);
  }

  private tooLong(start: number, end: number): UnreadableRow {
    return this.unreadable(`is longer than ${this.longestRow / 1024 / 1024} MiB`, start, end);
  }

  private unreadable(reason: string, start: number, end: number): UnreadableRow {
    const row = new UnreadableRow(reason, this.text.slice(start, Math.min(end, start + SHOWN_OF_UNREADABLE)));
    this.skipping = true;
    this.position = start;
    this.skipped(end);
    return row;
  }

  private skipped(end: number): 'more' | 'nothing' {
    const next = this.nextLineStart(end);
    // A carriage return at the end of the chunk: a line feed may follow.
    this.position = next ?? (end === Infinity ? this.text.length : end);
    if (next === null) return 'more';
    this.skipping = false;
    return 'nothing';
  }

  /** Returns the start of the next line; null if it is not known yet. */
  private nextLineStart(end: number): number | null {
    if (end === Infinity) return this.ended ? this.text.length : null;
    if (this.text.charCodeAt(end) === LF) return end + 1;
    if (end + 1 === this.text.length && !this.ended) return null;
    return this.text.charCodeAt(end + 1) === LF ? end + 2 : end + 1;
  }

  private parse(start: number): Parsed {
    const { text } = this;
    const cells: string[] = [];
    for (let place = start; ;) {
      const opening = this.skipBlanks(place);
      if (text.charCodeAt(opening) === QUOTE) {
        const cell = this.quotedCell(opening, start);
        if (typeof cell === 'string') return cell;
        cells.push(cell.value);
        place = cell.next;
      } else {
        const end = this.endOfPlainCell(place);
        cells.push(text.slice(place, end));
        place = end;
      }
      if (place === text.length) {
        if (!this.ended) return 'more';
        return { cells, next: place };
      }
      if (text.charCodeAt(place) !== this.delimiterCode) {
        const next = this.nextLineStart(place);
        return next === null ? 'more' : { cells, next };
      }
      place += 1;
    }
  }

  private quotedCell(opening: number, start: number): { value: string; next: number } | 'more' | 'unclosed' {
    const { text } = this;
    let value = '';
    for (let from = opening + 1; ;) {
      const place = text.indexOf('"', from);
      if (place === -1) return this.ended || this.mayNotSpanLines(opening, text.length) ? 'unclosed' : 'more';
      if (place - start > this.longestRow || this.mayNotSpanLines(opening, place)) return 'unclosed';
      if (place + 1 === text.length && !this.ended) return 'more';
      if (text.charCodeAt(place + 1) === QUOTE) {
        value += text.slice(from, place + 1);
        from = place + 2;
        continue;
      }
      const next = this.skipBlanks(place + 1);
      if (next === text.length && !this.ended) return 'more';
      const code = text.charCodeAt(next);
      if (next === text.length || code === this.delimiterCode || code === LF || code === CR)
        return { value: value + text.slice(from, place), next };
      if (this.spansLines(opening, place)) return 'unclosed';
      value += text.slice(from, place + 1);
      from = place + 1;
    }
  }

  /** Bounds the time for files with many unclosed quotes, which would otherwise be quadratic. */
  private mayNotSpanLines(from: number, to: number): boolean {
    return this.wasted > 4 * this.longestRow + 2 * (this.done + this.position) && this.spansLines(from, to);
  }

  private spansLines(from: number, to: number): boolean {
    return this.lf.at(this.text, from) < to || this.cr.at(this.text, from) < to;
  }

  private skipBlanks(place: number): number {
    let next = place;
    while (this.text.charCodeAt(next) === BLANK && this.delimiterCode !== BLANK) next += 1;
    return next;
  }

  private endOfPlainCell(place: number): number {
    const delimiter = this.text.indexOf(this.delimiter, place);
    const line = Math.min(this.lf.at(this.text, place), this.cr.at(this.text, place), this.text.length);
    return delimiter === -1 ? line : Math.min(delimiter, line);
  }
}

/** Spreadsheets write trailing lines of delimiters only. */
function hasContent(cells: readonly string[]): boolean {
  const [first = ''] = cells;
  // The common case: any character above a blank is content.
  if (first.charCodeAt(0) > BLANK) return true;
  return cells.some((cell) => cell.trim() !== '');
}
