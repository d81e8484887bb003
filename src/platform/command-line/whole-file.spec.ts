import { execFileSync } from 'node:child_process';
import { lstat, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeWhole } from './whole-file.js';

describe('a file that is written as a whole', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'whole-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  async function* pieces(...texts: (string | Error)[]): AsyncGenerator<Buffer> {
    for (const text of texts) {
      await Promise.resolve();
      if (text instanceof Error) throw text;
      yield Buffer.from(text);
    }
  }
  const at = (name: string): string => join(folder, name);

  it('replaces what was there, for its owner only', async () => {
    await writeFile(at('people.csv'), 'old', { mode: 0o644 });
    await writeFile(at('people.csv.part'), 'left behind', { mode: 0o644 });
    await writeWhole(at('people.csv'), pieces('a', 'b'));
    expect(await readFile(at('people.csv'), 'utf8')).toBe('ab');
    expect((await lstat(at('people.csv'))).mode & 0o777).toBe(0o600);
    expect(await readdir(folder)).toEqual(['people.csv']);
  });

  it('leaves what was there where it does not come to its end', async () => {
    await writeFile(at('people.csv'), 'old');
    await expect(writeWhole(at('people.csv'), pieces('a', new Error('no more')))).rejects.toThrow('no more');
    expect(await readFile(at('people.csv'), 'utf8')).toBe('old');
    expect(await readdir(folder)).toEqual(['people.csv']);
  });

  it('leaves no part of a file whose source fails before the file is open', async () => {
    const failing = Array.from({ length: 500 }, (_, index) => writeWhole(at(`${index}.csv`), pieces(new Error('no'))));
    for (const { status } of await Promise.allSettled(failing)) expect(status).toBe('rejected');
    expect(await readdir(folder)).toEqual([]);
  });

  it('goes where a link leads, and leaves the link', async () => {
    await writeFile(at('real.csv'), 'old');
    await symlink(at('real.csv'), at('link.csv'));
    await writeWhole(at('link.csv'), pieces('new'));
    expect((await lstat(at('link.csv'))).isSymbolicLink()).toBe(true);
    expect(await readFile(at('real.csv'), 'utf8')).toBe('new');
  });

  it('goes into a pipe or a device as it is, rather than taking its place', async () => {
    execFileSync('mkfifo', [at('pipe')]);
    const read = readFile(at('pipe'), 'utf8');
    await writeWhole(at('pipe'), pieces('through'));
    expect((await lstat(at('pipe'))).isFIFO()).toBe(true);
    expect(await read).toBe('through');
  });
});
