import { useFakeClock } from '../../../test/support/fake-clock.js';
import { LineOpener } from './line-opener.js';
import type { SmtpLine } from './smtp-line.js';

interface Attempt {
  readonly letIn: () => void;
  readonly refuse: () => void;
  readonly quit: AbortSignal;
}

describe('the connections being opened to a mail server', () => {
  useFakeClock();
  let attempts: Attempt[];
  let kept: SmtpLine[];
  let opener: LineOpener;
  let got: unknown[];
  let failed: unknown[];

  beforeEach(() => {
    [attempts, kept, got, failed] = [[], [], [], []];
    opener = new LineOpener(
      (quit) =>
        new Promise((resolve, reject) => {
          const refuse = (): void => {
            reject(new Error('refused'));
          };
          quit.addEventListener('abort', refuse);
          const line = { number: attempts.length } as unknown as SmtpLine;
          attempts.push({
            letIn: () => {
              resolve(line);
            },
            refuse,
            quit,
          });
        }),
      (line) => kept.push(line),
    );
  });

  const settled = (): Promise<void> => new Promise(setImmediate);
  async function want(emails: number): Promise<void> {
    for (let email = 0; email < emails; email += 1)
      opener.line().then(
        (line) => got.push(line),
        (error: unknown) => failed.push(error),
      );
    await settled();
  }
  const waitOut = async (ms: number): Promise<void> => {
    await jest.advanceTimersByTimeAsync(ms);
    await settled();
  };

  it('are few until the server lets one in, and then as many as emails need', async () => {
    await want(20);
    expect(attempts).toHaveLength(3);
    attempts[1]!.letIn();
    await settled();
    expect(got).toHaveLength(1);
    expect(attempts).toHaveLength(20);
    for (const { letIn } of attempts) letIn();
    await settled();
    expect(got).toHaveLength(20);
    expect(kept).toEqual([]);
  });

  it('fail one email each if the server refuses them', async () => {
    await want(5);
    for (let refused = 0; refused < 5; refused += 1) {
      attempts[refused]!.refuse();
      await settled();
    }
    expect(failed).toHaveLength(5);
    expect(attempts).toHaveLength(5);
  });

  it('fail all emails after 20 seconds of silence, and a new connection is tried while slow ones wait', async () => {
    await want(20);
    await waitOut(20_000);
    expect(failed).toHaveLength(20);
    expect(failed[0]).toMatchObject({ outcome: { kind: 'not_sent', reason: 'connect: ETIMEDOUT' } });
    const silent = attempts.slice(0, 3);
    expect(silent.map(({ quit }) => quit.aborted)).toEqual([false, false, false]);
    await want(1);
    attempts.at(-1)!.letIn();
    await settled();
    expect(got).toHaveLength(1);
    // The server is back, so it has forgotten these.
    expect(silent.map(({ quit }) => quit.aborted)).toEqual([true, true, true]);
  });

  it('that are slow are kept for a later email', async () => {
    await want(1);
    await waitOut(20_000);
    expect(failed).toHaveLength(1);
    await want(1);
    attempts[0]!.letIn();
    await settled();
    expect(got).toEqual([expect.objectContaining({ number: 0 })]);
    attempts[1]!.letIn();
    await settled();
    expect(kept).toEqual([expect.objectContaining({ number: 1 })]);
  });

  it('do not pile up at a server that stays silent', async () => {
    for (let probe = 0; probe < 10; probe += 1) {
      await want(1);
      await waitOut(20_000);
    }
    expect(failed).toHaveLength(10);
    expect(attempts.filter(({ quit }) => !quit.aborted).length).toBeLessThanOrEqual(4);
  });

  it('leave an email a connection that another one has released', async () => {
    await want(4);
    const line = { number: 99 } as unknown as SmtpLine;
    expect(opener.offer(line)).toBe(true);
    await settled();
    expect(got).toEqual([line]);
  });

  it('end with the process, and so do the emails that wait', async () => {
    await want(5);
    opener.stop();
    await settled();
    expect(failed).toHaveLength(5);
    expect(attempts.every(({ quit }) => quit.aborted)).toBe(true);
  });
});
