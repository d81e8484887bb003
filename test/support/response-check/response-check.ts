import { appendFileSync, mkdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { RequestHandler } from 'express';
import { isDialect } from '../../../src/compatibility/dialect.js';
import { readApiDocument } from './api-document-file.js';
import type { Json } from './closed-document.js';
import { DocumentedAnswers, type Mismatch, type SeenAnswer } from './documented-answers.js';
import { watchAnswers } from './watch-answers.js';

const PROJECT = resolve(__dirname, '../../..');
/** With RESPONSE_CHECK=gather: what is not as documented, a line of JSON each. */
const GATHERED = join(PROJECT, '.artifacts', 'response-mismatches.jsonl');
/** So many answers wait for the end of a test before they are judged in its midst. */
const MOST_WAITING = 2_000;

/** What answers: of Nest, or of Express itself. */
interface Watched {
  use(handler: RequestHandler): unknown;
}

/**
 * Compares every answer that a test sees with the API document. Judged is at the end of a test, so that tests which measure
 * time measure the product alone. RESPONSE_CHECK=gather only writes down what does not fit; RESPONSE_CHECK=off does nothing.
 */
export class ResponseCheck {
  private readonly waiting: SeenAnswer[] = [];
  private readonly mismatches = new Map<string, Mismatch>();
  private readonly gathered = new Set<string>();
  private judge: DocumentedAnswers | null = null;

  /** @param mode as RESPONSE_CHECK says. */
  constructor(
    private readonly mode: string | undefined,
    private readonly readDocument: () => Json,
  ) {}

  /** Before anything else of the application is set up. */
  watch(app: Watched, { http }: { readonly http: { readonly basePaths: readonly string[] } }): void {
    if (this.mode === 'off') return;
    const [basePath = '', ...others] = http.basePaths;
    const aliases = isDialect(basePath) ? http.basePaths : others;
    app.use(
      watchAnswers({ basePath, aliases }, (answer) => {
        this.waiting.push(answer);
        // One for one, so that no request waits for the judging of many.
        if (this.waiting.length > MOST_WAITING) this.judgeOne(this.waiting.shift());
      }),
    );
  }

  /** @throws Error that says what of the answers since the last call is not as documented. */
  throwMismatches(): void {
    this.judgeWaiting();
    const found = [...this.mismatches.values()];
    this.mismatches.clear();
    if (found.length === 0) return;
    if (this.mode === 'gather') this.gather(found);
    else throw new Error(`Answers are not as documented.\n\n${found.map(described).join('\n\n')}`);
  }

  private judgeWaiting(): void {
    for (const answer of this.waiting.splice(0)) this.judgeOne(answer);
  }

  private judgeOne(answer: SeenAnswer | undefined): void {
    if (!answer) return;
    this.judge ??= new DocumentedAnswers(this.readDocument());
    const mismatch = this.judge.mismatchOf(answer);
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

/** Of a whole test file. */
export const responseCheck = new ResponseCheck(process.env['RESPONSE_CHECK'], readApiDocument);
