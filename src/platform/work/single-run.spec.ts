import { SingleRun } from './periodic.js';

describe('work that never overlaps itself', () => {
  /** Work whose runs end one by one when they are released. */
  function held() {
    const releases: (() => void)[] = [];
    const run = new SingleRun(() => new Promise((resolve) => releases.push(resolve)));
    return { run, releases };
  }
  const soon = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

  it('is joined by callers who come while it runs', async () => {
    const { run, releases } = held();
    const conjunction = Promise.all([run.start(), run.start()]);
    await soon();
    expect(releases).toHaveLength(1);
    releases[0]!();
    await conjunction;
    expect(releases).toHaveLength(1);
  });

  it('runs once more for any number of callers who need a new run, and they wait for it', async () => {
    const { run, releases } = held();
    let ended = 0;
    void run.startAgain();
    for (let caller = 0; caller < 3; caller += 1) void run.startAgain().then(() => (ended += 1));
    releases[0]!();
    await soon();
    expect([releases.length, ended]).toEqual([2, 0]);
    releases[1]!();
    await soon();
    expect([releases.length, ended]).toEqual([2, 3]);
  });

  it('starts nothing after it was stopped, and is waited for', async () => {
    const { run, releases } = held();
    void run.startAgain();
    void run.startAgain();
    let stopped = false;
    const stopping = run.stop().then(() => (stopped = true));
    await soon();
    expect([run.isStopping, stopped]).toEqual([true, false]);
    releases[0]!();
    await stopping;
    await run.start();
    expect(releases).toHaveLength(1);
  });
});
