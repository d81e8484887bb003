/** Where progress is shown; standard error, so that what a command prints can be read by another one. */
export type Terminal = Pick<NodeJS.WriteStream, 'write'> & { readonly isTTY?: boolean; readonly columns?: number };

/** In a file or a log nobody wants a line for each batch. */
const LINE_EVERY_MS = 5_000;
const REDRAW_EVERY_MS = 100;
const USUAL_WIDTH = 80;
const ERASE = '\r\u001b[K';

/** One line that says how far a command is: drawn anew in a terminal, else written now and then. */
export class ProgressLine {
  private shownAt = -Infinity;
  private drawn = false;

  constructor(
    private readonly terminal: Terminal = process.stderr,
    private readonly now: () => number = () => performance.now(),
  ) {}

  show(text: string): void {
    const terminal = this.terminal.isTTY === true;
    const every = terminal ? REDRAW_EVERY_MS : LINE_EVERY_MS;
    if (this.now() - this.shownAt < every) return;
    this.shownAt = this.now();
    this.terminal.write(terminal ? ERASE + text.slice(0, (this.terminal.columns ?? USUAL_WIDTH) - 1) : `${text}\n`);
    this.drawn = terminal;
  }

  /** Takes the line away, so that others may follow. */
  end(): void {
    if (this.drawn) this.terminal.write(ERASE);
    this.drawn = false;
  }
}

const BAR = 24;

/** `[######------]  50 %`; without an end in sight nothing. */
export function bar(done: number, total: number | null): string {
  if (total === null) return '';
  const share = total === 0 ? 1 : Math.min(1, done / total);
  const full = Math.floor(share * BAR);
  return `[${'#'.repeat(full)}${'-'.repeat(BAR - full)}] ${String(Math.floor(share * 100)).padStart(3)} %`;
}
