import { appendFile, mkdtemp, readdir, rename, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FileSpool } from './file-spool.js';

describe('a spool of files', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'carillon-spool-'));
  });
  afterEach(async () => {
    await rm(folder, { recursive: true });
  });

  const drained = async (spool: FileSpool<number>): Promise<number[]> => {
    const seen: number[] = [];
    await spool.drain(async (entries) => {
      seen.push(...entries);
      return Promise.resolve();
    });
    return seen;
  };

  it('hands over everything once, in order, and leaves nothing behind', async () => {
    const spool = new FileSpool<number>(folder);
    const numbers = Array.from({ length: 1_200 }, (_, index) => index);
    await Promise.all(numbers.map((number) => spool.append(number)));
    expect(await drained(spool)).toEqual(numbers);
    expect(await drained(spool)).toEqual([]);
    await spool.append(7);
    expect(await drained(spool)).toEqual([7]);
    expect(await readdir(folder)).toEqual([]);
  });

  it('keeps what could not be handled for the next time', async () => {
    const spool = new FileSpool<number>(folder);
    await spool.append(1);
    await expect(spool.drain(() => Promise.reject(new Error('away')))).rejects.toThrow('away');
    expect(await drained(spool)).toEqual([1]);
  });

  it('is emptied by another process after its own has died', async () => {
    await new FileSpool<number>(folder).append(1);
    expect(await drained(new FileSpool<number>(folder))).toEqual([1]);
  });

  it('gives each file to one of several who drain at the same time', async () => {
    const spools = Array.from({ length: 4 }, () => new FileSpool<number>(folder));
    await Promise.all(spools.map((spool, index) => spool.append(index)));
    const seen = await Promise.all(spools.map(drained));
    expect(seen.flat().sort()).toEqual([0, 1, 2, 3]);
  });

  it('takes over the file of a dead process after a while', async () => {
    const spool = new FileSpool<number>(folder);
    await spool.append(1);
    const [name] = await readdir(folder);
    const abandoned = join(folder, 'somebody.taken');
    await rename(join(folder, name!), abandoned);
    expect(await drained(spool)).toEqual([]);
    const longAgo = new Date(Date.now() - 120_000);
    await utimes(abandoned, longAgo, longAgo);
    expect(await drained(spool)).toEqual([1]);
  });

  it('begins another file when one has grown large', async () => {
    const spool = new FileSpool<string>(folder);
    for (const letter of ['a', 'b', 'c']) await spool.append(letter.repeat(3 * 1024 * 1024));
    expect(await readdir(folder)).toHaveLength(2);
  });

  it('passes over a line that was not written to its end', async () => {
    const spool = new FileSpool<number>(folder);
    await spool.append(1);
    const [name] = await readdir(folder);
    await appendFile(join(folder, name!), '{"half":');
    expect(await drained(spool)).toEqual([1]);
  });
});
