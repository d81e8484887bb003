import { SmtpConnectionError, type SmtpLine } from './smtp-line.js';

/** How long an email waits for a connection. The connection itself may take as long as RFC 5321 section 4.5.3.2 says. */
const WAIT_MS = 20_000;
/** Connections being opened to a server that has not let one in yet, and slow ones that are kept. */
const FEW = 3;
/** The connection for an email begins a moment after its timer. */
const TIMER_ERROR_MS = 1_000;

interface Waiting {
  readonly take: (line: SmtpLine) => void;
  readonly fail: (error: Error) => void;
}

interface Opening {
  readonly quit: AbortController;
  /** Monotonic. */
  readonly since: number;
  isLate: boolean;
}

/**
 * Opens the connections to one server. A server that says nothing must not take all emails in progress for minutes: few connections are
 * opened until it lets one in, an email fails after 20 seconds, and a slow connection is kept, because some servers delay their greeting.
 */
export class LineOpener {
  private readonly waiting: Waiting[] = [];
  private openings: Opening[] = [];
  private letsIn = false;

  /** @param open rejects with a SmtpConnectionError. @param keep takes a connection for which no email waits. */
  constructor(
    private readonly open: (quit: AbortSignal) => Promise<SmtpLine>,
    private readonly keep: (line: SmtpLine) => void,
  ) {}

  /** @throws SmtpConnectionError */
  async line(): Promise<SmtpLine> {
    return new Promise((resolve, reject) => {
      const waiting: Waiting = {
        take: (line) => {
          clearTimeout(timer);
          resolve(line);
        },
        fail: (error) => {
          clearTimeout(timer);
          reject(error);
        },
      };
      const timer = setTimeout(() => {
        this.waiting.splice(this.waiting.indexOf(waiting), 1);
        this.delay();
        reject(new SmtpConnectionError('connect', new Error('ETIMEDOUT: no connection in time')));
      }, WAIT_MS);
      this.waiting.push(waiting);
      this.fill();
    });
  }

  /** Gives a connection to an email that waits. @returns false if none does. */
  offer(line: SmtpLine): boolean {
    const next = this.waiting.shift();
    next?.take(line);
    return next !== undefined;
  }

  /** Ends all that is being opened; emails that wait fail. */
  stop(): void {
    for (const { quit } of this.openings) quit.abort();
    for (const { fail } of this.waiting.splice(0)) fail(new SmtpConnectionError('connect', new Error('closing')));
  }

  private fill(): void {
    const wanted = this.letsIn ? this.waiting.length : Math.min(FEW, this.waiting.length);
    for (let count = this.openings.filter(({ isLate }) => !isLate).length; count < wanted; count += 1) this.begin();
  }

  private begin(): void {
    const opening: Opening = { quit: new AbortController(), since: performance.now(), isLate: false };
    this.openings.push(opening);
    this.open(opening.quit.signal).then(
      (line) => {
        this.end(opening);
        this.letsIn = true;
        // The server is well again, but will hardly answer these.
        for (const late of this.openings) if (late.isLate) late.quit.abort();
        if (!this.offer(line)) this.keep(line);
        this.fill();
      },
      (error: unknown) => {
        this.end(opening);
        this.letsIn = false;
        if (!opening.isLate) this.waiting.shift()?.fail(error as Error);
        this.fill();
      },
    );
  }

  /** An email has waited too long, and so have connections that began with it. */
  private delay(): void {
    this.letsIn = false;
    const lateSince = performance.now() - WAIT_MS + TIMER_ERROR_MS;
    for (const opening of this.openings) opening.isLate ||= opening.since <= lateSince;
    const late = this.openings.filter(({ isLate }) => isLate);
    for (const { quit } of late.slice(0, -FEW)) quit.abort();
    this.fill();
  }

  private end(opening: Opening): void {
    this.openings = this.openings.filter((other) => other !== opening);
  }
}
