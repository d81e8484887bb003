import { appendFileSync, mkdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { RequestHandler } from 'express';
import { isDialect } from '../../../src/compatibility/dialect.js';
import { readApiDocument } from './api-document-file.js';
import type { Json } from './closed-document.js';
import { DocumentedAnswers, type Mismatch, type SeenResponse } from './documented-answers.js';
import { watchResponses } from './watch-responses.js';

const PROJECT = resolve(__dirname, '../../..');
/** With RESPONSE_CHECK=gather: undocumented responses, one line of JSON each. */
const GATHERED = join(PROJECT, '.artifacts', 'response-mismatches.jsonl');
/** More responses are checked during the test instead of at its end. */
const MOST_WAITING = 2_000;

/** An application of Nest or Express. */
interface Watched {
  use(handler: RequestHandler): unknown;
}

/**
 * Validates every response in a test against the API document. Checks run at the end of a test, so that tests which measure
 * time are not affected. RESPONSE_CHECK=gather only logs differences; RESPONSE_CHECK=off disables the check.
 */
export class ResponseCheck {
  private readonly waiting: SeenResponse[] = [];
  private readonly mismatches = new Map<string, Mismatch>();
  private readonly gathered = new Set<string>();
  private validator: DocumentedAnswers | null = null;

  /** @param mode the value of RESPONSE_CHECK. */
  constructor(
    private readonly mode: string | undefined,
    private readonly readDocument: () => Json,
  ) {}

  /** Must be called before any other middleware. */
  watch(app: Watched, { http }: { readonly http: { readonly basePaths: readonly string[] } }): void {
    if (this.mode === 'off') return;
    const [basePath = '', ...others] = http.basePaths;
    const aliases = isDialect(basePath) ? http.basePaths : others;
    app.use(
      watchResponses({ basePath, aliases }, (answer) => {
        this.waiting.push(answer);
        // One at a time, so that no request waits for many checks.
        if (this.waiting.length > MOST_WAITING) this.checkOne(this.waiting.shift());
      }),
    );
  }

  /** @throws Error with all differences since the last call. */
  throwMismatches(): void {
    this.checkWaiting();
    const found = [...this.mismatches.values()];
    this.mismatches.clear();
    if (found.length === 0) return;
    if (this.mode === 'gather') this.gather(found);
    else throw new Error(`Answers are not as documented.\n\n${found.map(described).join('\n\n')}`);
  }

  private checkWaiting(): void {
    for (const answer of this.waiting.splice(0)) this.checkOne(answer);
  }

  private checkOne(answer: SeenResponse | undefined): void {
    if (!answer) return;
    this.validator ??= new DocumentedAnswers(this.readDocument());
    const mismatch = this.validator.mismatchOf(answer);
    if (mismatch) this.mismatches.set(JSON.stringify(mismatch), mismatch);
  }

  private gather(found: readonly Mismatch[]): void {
    const { currentTestName, testPath } = expect.getState();
    const fresh = found.filter((mismatch) => !this.gathered.has(JSON.stringify(mismatch)));
    for (const mismatch of fresh) this.gathered.add(JSON.stringify(mismatch));
    mkdirSync(dirname(GATHERED), { recursive: true });
    const lines = fresh.map((mismatch) => JSON.stringify({ ...mismatch, test: currentTestName, file: testPath }));
    if (lines.length > 0) appendFileSync(GATHERED, `${lines.join('\n')}\n`);
  }
}

const described = ({ operation, status, faults }: Mismatch): string =>
  `${operation} answered ${status}:\n${faults.map((fault) => `  ${fault}`).join('\n')}`;

/** The same for a whole test file. */
export const responseCheck = new ResponseCheck(process.env['RESPONSE_CHECK'], readApiDocument);
