import 'reflect-metadata';
import { TEST_LIMIT_MS } from './ceiling.js';
import { responseCheck } from './response-check/response-check.js';
import { startedNow, type Stoppable, stopStarted } from './stop-at-end.js';

jest.setTimeout(TEST_LIMIT_MS);

// Responses are checked at the end of each test and, for those to hooks, at the end of the file.
const check = (): void => {
  responseCheck.throwMismatches();
};
let before: ReadonlySet<Stoppable>;
beforeEach(() => {
  before = startedNow();
});
afterEach(check);
afterEach(() => stopStarted(before));
afterAll(check);
afterAll(() => stopStarted());
