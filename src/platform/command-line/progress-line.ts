/** Standard error, so that the output of a command can be piped. */
type Terminal = Pick<NodeJS.WriteStream, 'write'> & { readonly isTTY?: boolean; readonly columns?: number };

/** Interval in files and logs, to avoid one line per batch. */
const LINE_EVERY_MS = 5_000;
const REDRAW_EVERY_MS = 100;
const USUAL_WIDTH = 80;
const ERASE = '\r\u001b[K';

/** Shows progress: redrawn in a terminal, printed at intervals otherwise. */
export class ProgressLine {
  private shownAt: number;
  private drawn = false;

  constructor(
    private readonly terminal: Terminal = process.stderr,
    private readonly now: () => number = () => performance.now(),
  ) {
    // Elsewhere, work of a few seconds needs no line but its result.
    this.shownAt = terminal.isTTY === true ? -Infinity : now();
  }

  /** @param text parts separated by commas; a narrow terminal omits the last ones. */
  show(text: string): void {
    const terminal = this.terminal.isTTY === true;
    const every = terminal ? REDRAW_EVERY_MS : LINE_EVERY_MS;
    if (this.now() - this.shownAt < every) return;
    this.shownAt = this.now();
    this.terminal.write(terminal ? ERASE + fitted(text, (this.terminal.columns ?? USUAL_WIDTH) - 1) : `${text}\n`);
    this.drawn = terminal;
  }

  /** Clears the line for other output. */
  end(): void {
    if (this.drawn) this.terminal.write(ERASE);
    this.drawn = false;
  }
}

function fitted(text: string, width: number): string {
  if (text.length <= width) return text;
  const end = text.lastIndexOf(', ', width);
  return text.slice(0, end > 0 ? end : width);
}

const BAR = 24;

/** `[######------]  50 %`; empty without a known total. */
export function bar(done: number, total: number | null): string {
  if (total === null) return '';
  const share = total === 0 ? 1 : Math.min(1, done / total);
  const full = Math.floor(share * BAR);
  return `[${'#'.repeat(full)}${'-'.repeat(BAR - full)}] ${String(Math.floor(share * 100)).padStart(3)} %`;
}
