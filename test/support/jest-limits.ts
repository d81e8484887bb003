import { TEST_LIMIT_MS } from './ceiling.js';
import { startedNow, type Stoppable, stopStarted } from './stop-at-end.js';

jest.setTimeout(TEST_LIMIT_MS);

let before: ReadonlySet<Stoppable>;
beforeEach(() => {
  before = startedNow();
});
afterEach(() => stopStarted(before));
afterAll(() => stopStarted());
