/** A lock between processes of one machine, kept as a file that names its holder. */
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pidOfStamp, processStamp } from './processes.mjs';

const LONGEST_WAIT = 15 * 60_000; // the holder may be installing packages over a slow line

/**
 * Runs `work` while holding the lock `file`. Waits for a living holder; the lock of a dead one is taken over.
 * @template T
 * @param {string} file
 * @param {() => Promise<T>} work
 * @param {(line: string) => void} [log]
 * @returns {Promise<T>}
 */
export async function withLock(file, work, log = () => {}) {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  const deadline = Date.now() + LONGEST_WAIT;
  for (let announced = false; !take(file);) {
    const holder = holderOf(file);
    if (!holder) {
      removeAbandoned(file);
      await sleep(20); // nobody holds it, or the take-over of somebody else is still under way
      continue;
    }
    if (!announced) log(`waiting for process ${holder}, which is at the same work`);
    announced = true;
    if (Date.now() > deadline) throw new Error(`process ${holder} still holds ${file}`);
    await sleep(200);
  }
  try {
    return await work();
  } finally {
    fs.rmSync(file, { force: true });
  }
}

/** Linking a finished file is atomic: the lock never exists without the name of its holder in it. */
function take(file) {
  const draft = `${file}.${process.pid}.${Math.random().toString(36).slice(2)}`;
  fs.writeFileSync(draft, processStamp(process.pid) ?? '', { mode: 0o600 });
  try {
    fs.linkSync(draft, file);
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    return false;
  } finally {
    fs.rmSync(draft);
  }
}

function holderOf(file) {
  try {
    return pidOfStamp(fs.readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}

/**
 * Two that wait may both see a dead holder. Without the second lock the slower one would remove the fresh lock of the
 * faster one, so only its holder may remove, and it looks once more.
 */
function removeAbandoned(file) {
  const guard = `${file}.takeover`;
  if (take(guard)) {
    if (!holderOf(file)) fs.rmSync(file, { force: true });
    fs.rmSync(guard, { force: true });
  } else if (!holderOf(guard)) {
    fs.rmSync(guard, { force: true }); // its holder died within these few lines
  }
}
