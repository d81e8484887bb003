import { HostPace } from './host-pace.js';

const always = (): boolean => true;

describe('the pace of a host', () => {
  it('lets requests to one host begin no closer together than it says, in the order of asking', async () => {
    const pace = new HostPace(50);
    const begun: { number: number; at: number }[] = [];
    await Promise.all(
      [1, 2, 3, 4].map(async (number) => {
        const turn = await pace.turn('one.example.com', always);
        begun.push({ number, at: performance.now() });
        turn.begun();
      }),
    );
    expect(begun.map(({ number }) => number)).toEqual([1, 2, 3, 4]);
    // A timer may fire a millisecond early.
    for (const [index, { at }] of begun.slice(1).entries()) expect(at - begun[index]!.at).toBeGreaterThanOrEqual(18);
  });

  it('does not count a turn that was not used, and holds nobody up who does not go on', async () => {
    const pace = new HostPace(1);
    const startedAt = performance.now();
    (await pace.turn('one.example.com', always)).unused();
    (await pace.turn('one.example.com', always)).begun();
    (await pace.turn('one.example.com', () => false)).unused();
    (await pace.turn('other.example.com', always)).begun();
    expect(performance.now() - startedAt).toBeLessThan(500);
  });

  it('limits nothing when it is 0', async () => {
    const pace = new HostPace(0);
    expect(pace.isLimited).toBe(false);
    for (let turn = 0; turn < 100; turn += 1) (await pace.turn('one.example.com', always)).begun();
  });
});
