import { bar, ProgressLine } from './progress-line.js';

function watched(terminal: { isTTY?: boolean; columns?: number }): {
  line: ProgressLine;
  said: string[];
  wait: (ms: number) => void;
} {
  const said: string[] = [];
  let now = 0;
  const write = (text: string | Uint8Array): boolean => said.push(String(text)) > 0;
  const line = new ProgressLine({ ...terminal, write }, () => now);
  return { line, said, wait: (ms) => (now += ms) };
}

describe('the line of progress', () => {
  it('is redrawn in a terminal, not too often and no wider than it', () => {
    const { line, said, wait } = watched({ isTTY: true, columns: 6 });
    line.show('one');
    line.show('too early');
    wait(100);
    line.show('a long line');
    wait(100);
    line.show('1, 2, 34');
    line.end();
    line.end();
    expect(said).toEqual(['\r\u001b[Kone', '\r\u001b[Ka lon', '\r\u001b[K1, 2', '\r\u001b[K']);
  });

  it('is a line every few seconds elsewhere', () => {
    const { line, said, wait } = watched({});
    line.show('done before anyone waits');
    wait(5_000);
    line.show('one');
    wait(4_999);
    line.show('too early');
    wait(1);
    line.show('two');
    line.end();
    expect(said).toEqual(['one\n', 'two\n']);
  });

  it.each([
    [0, 4, '[------------------------]   0 %'],
    [1, 3, '[########----------------]  33 %'],
    [4, 4, '[########################] 100 %'],
    [0, 0, '[########################] 100 %'],
    [7, null, ''],
  ])('has a bar for %j of %j', (done, total, text) => {
    expect(bar(done, total)).toBe(text);
  });
});
