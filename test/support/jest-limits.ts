import { TEST_LIMIT_MS } from './ceiling.js';
import { endSpec, type OpenHandles, openHandles } from './open-handles.js';
import { startedNow, type Stoppable, stopStarted } from './stop-at-end.js';

jest.setTimeout(TEST_LIMIT_MS);

let handles: OpenHandles;
let before: ReadonlySet<Stoppable>;
beforeAll(() => {
  handles = openHandles();
});
beforeEach(() => {
  before = startedNow();
});
afterEach(() => stopStarted(before));
afterAll(() => endSpec(handles));
