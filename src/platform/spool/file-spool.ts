import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, stat, unlink, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { orNullIfAbsent } from '../errors/absent-file.js';
import { inParts } from '../values/collections.js';

/** Maximum lines of one append and of one drained batch. */
const LINES_PER_BATCH = 500;
/** Files are read whole; larger files get no more lines. */
const FULL_BYTES = 4 * 1024 * 1024;
/** A process that took a file and did not finish within this time is dead; the file is taken again. */
const ABANDONED_AFTER_MS = 60_000;

interface Waiting {
  readonly line: string;
  readonly done: () => void;
  readonly failed: (error: unknown) => void;
}

/**
 * Stores records while database and Redis are unavailable: JSON lines, flushed to disk before `append` resolves, and drained at least once.
 * Processes of one machine may share a folder: each appends to its own files and takes others by renaming.
 */
export class FileSpool<Entry> {
  private waiting: Waiting[] = [];
  private writing = false;
  private current: string | null = null;

  constructor(private readonly folder: string) {}

  /** Resolves once the entry is on disk. Concurrent entries share one fsync. */
  append(entry: Entry): Promise<void> {
    return new Promise((done, failed) => {
      this.waiting.push({ line: `${JSON.stringify(entry)}\n`, done, failed });
      if (!this.writing) void this.write();
    });
  }

  /** Passes entries to `handle`, file by file. @returns their number. @throws what `handle` throws; the rest is retried later. */
  async drain(handle: (entries: readonly Entry[]) => Promise<void>): Promise<number> {
    let handled = 0;
    for (const name of await this.files()) {
      const taken = await this.take(name);
      if (taken === null) continue;
      try {
        handled += await this.empty(taken, handle);
      } catch (error) {
        // The failure is transient: any process may retry at once.
        await rename(taken, join(this.folder, `${randomUUID()}.spool`));
        throw error;
      }
    }
    return handled;
  }

  private async empty(file: string, handle: (entries: readonly Entry[]) => Promise<void>): Promise<number> {
    const entries = parsed<Entry>(await readFile(file, 'utf8'));
    for (const part of inParts(entries, LINES_PER_BATCH)) {
      await handle(part);
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

  /** Another process may take our file while we write. If it still has its name after the fsync, it was not taken. */
  private async writeLines(text: string): Promise<void> {
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    const known = this.current;
    // Cleared until success: lines after a partial line could not be read.
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
      // Otherwise a full disk would leave one file per attempt.
      await rm(unfinished, { force: true }).catch(() => undefined);
      throw error;
    }
    await rename(unfinished, finished);
    await syncFolder(this.folder);
    this.current = finished;
  }

  private async files(): Promise<string[]> {
    return ((await readdir(this.folder).catch(orNullIfAbsent)) ?? []).sort();
  }

  /** @returns the path of the taken file; null if another process has it. */
  private async take(name: string): Promise<string | null> {
    const file = join(this.folder, name);
    const isTaken = name.endsWith('.taken');
    if (!isTaken && !name.endsWith('.spool')) return null;
    const mine = join(this.folder, `${randomUUID()}.taken`);
    try {
      if (isTaken && Date.now() - (await stat(file)).mtimeMs < ABANDONED_AFTER_MS) return null;
      // New lines go to another file from here on; wait for current writes.
      if (file === this.current) {
        if (this.writing) return null;
        this.current = null;
      }
      const now = new Date();
      await utimes(file, now, now);
      await rename(file, mine);
      return mine;
    } catch (error) {
      return orNullIfAbsent(error);
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

/** Flushes the folder, or a machine crash could lose the file name. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/** @returns null for a missing file. */
async function sizeOf(path: string): Promise<number | null> {
  return (await stat(path).catch(orNullIfAbsent))?.size ?? null;
}

/** The last line of a crashed writer may be partial: it was never acknowledged. */
function parsed<Entry>(text: string): Entry[] {
  return text.split('\n').flatMap((line) => {
    try {
      return line === '' ? [] : [JSON.parse(line) as Entry];
    } catch {
      return [];
    }
  });
}
