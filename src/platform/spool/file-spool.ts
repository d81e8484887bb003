import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, stat, unlink, utimes } from 'node:fs/promises';
import { join } from 'node:path';

/** Room for lines of one append; whoever drains gets at most so many at a time. */
const LINES_PER_BATCH = 500;
/** A file is read whole: one that has grown to this gets no more lines. */
const FULL_BYTES = 4 * 1024 * 1024;
/** Who took a file and did not come back within this has died: his file is taken anew. */
const ABANDONED_AFTER_MS = 60_000;

interface Waiting {
  readonly line: string;
  readonly done: () => void;
  readonly failed: (error: unknown) => void;
}

/**
 * Facts that must survive while everything else is away: lines of JSON in files of a folder, on the disk (fsync) before
 * `append` resolves. Whoever drains gets every line at least once, in the order of its file; a process that dies in
 * between leaves its file to the next, so handlers have to bear repeats.
 *
 * A folder may be shared by processes of one machine: each appends to files of its own and takes others by renaming.
 */
export class FileSpool<Entry> {
  private waiting: Waiting[] = [];
  private writing = false;
  private current: string | null = null;

  constructor(private readonly folder: string) {}

  /** Resolves when the entry is on the disk. Entries that come at the same moment share one fsync. */
  append(entry: Entry): Promise<void> {
    return new Promise((done, failed) => {
      this.waiting.push({ line: `${JSON.stringify(entry)}\n`, done, failed });
      if (!this.writing) void this.write();
    });
  }

  /**
   * Hands what is there to `handle`, file by file; a file goes when all of it was handled.
   * @returns how many entries were handled.
   * @throws what `handle` throws; the rest waits for the next time.
   */
  async drain(handle: (entries: readonly Entry[]) => Promise<void>): Promise<number> {
    let handled = 0;
    for (const name of await this.files()) {
      const taken = await this.take(name);
      if (taken === null) continue;
      try {
        handled += await this.empty(taken, handle);
      } catch (error) {
        // It was not us who failed it for good: anybody may go on with it at once.
        await rename(taken, join(this.folder, `${randomUUID()}.spool`));
        throw error;
      }
    }
    return handled;
  }

  private async empty(file: string, handle: (entries: readonly Entry[]) => Promise<void>): Promise<number> {
    const entries = parsed<Entry>(await readFile(file, 'utf8'));
    for (let start = 0; start < entries.length; start += LINES_PER_BATCH) {
      await handle(entries.slice(start, start + LINES_PER_BATCH));
      const now = new Date();
      await utimes(file, now, now);
    }
    await unlink(file);
    return entries.length;
  }

  private async write(): Promise<void> {
    this.writing = true;
    while (this.waiting.length > 0) {
      const batch = this.waiting;
      this.waiting = [];
      try {
        await this.writeLines(batch.map(({ line }) => line).join(''));
        for (const { done } of batch) done();
      } catch (error) {
        for (const { failed } of batch) failed(error);
      }
    }
    this.writing = false;
  }

  /**
   * Another process may take our file while we write to it, and have read it before our lines were there. A file that
   * still has its name once they are on the disk has not been taken before that; else they go into a file of their own.
   */
  private async writeLines(text: string): Promise<void> {
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    const known = this.current;
    // Given up until it has gone well: what comes behind half a line could not be read.
    this.current = null;
    const size = known === null ? null : await sizeOf(known);
    if (known !== null && size !== null && size < FULL_BYTES) {
      await appendDurably(known, text);
      if ((await sizeOf(known)) !== null) {
        this.current = known;
        return;
      }
    }
    const name = randomUUID();
    const unfinished = join(this.folder, `${name}.part`);
    const finished = join(this.folder, `${name}.spool`);
    try {
      await appendDurably(unfinished, text);
    } catch (error) {
      // On a full disk, one such for every try would be left.
      await rm(unfinished, { force: true }).catch(() => undefined);
      throw error;
    }
    await rename(unfinished, finished);
    await syncFolder(this.folder);
    this.current = finished;
  }

  private async files(): Promise<string[]> {
    try {
      return (await readdir(this.folder)).sort();
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
      throw error;
    }
  }

  /** @returns the path under which the file is ours; null when it is somebody else's. */
  private async take(name: string): Promise<string | null> {
    const file = join(this.folder, name);
    const isTaken = name.endsWith('.taken');
    if (!isTaken && !name.endsWith('.spool')) return null;
    const mine = join(this.folder, `${randomUUID()}.taken`);
    try {
      if (isTaken && Date.now() - (await stat(file)).mtimeMs < ABANDONED_AFTER_MS) return null;
      // From here on new lines go to another file; those under way are waited for.
      if (file === this.current) {
        if (this.writing) return null;
        this.current = null;
      }
      const now = new Date();
      await utimes(file, now, now);
      await rename(file, mine);
      return mine;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
      throw error;
    }
  }
}

async function appendDurably(path: string, text: string): Promise<void> {
  const file = await open(path, 'a', 0o600);
  try {
    await file.appendFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Or a crash of the machine could forget the name of a file whose lines it has kept. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/** @returns null for a file that is not there. */
async function sizeOf(path: string): Promise<number | null> {
  try {
    return (await stat(path)).size;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** The last line of a process that died while writing is not whole: nobody was told that it was kept. */
function parsed<Entry>(text: string): Entry[] {
  return text.split('\n').flatMap((line) => {
    try {
      return line === '' ? [] : [JSON.parse(line) as Entry];
    } catch {
      return [];
    }
  });
}
