/** A lock between processes of one machine, kept as a file that names its holder. */
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pidOfStamp, processStamp } from './processes.mjs';

const DEAD = 0;
const MAX_WAIT = 15 * 60_000; // the holder may be installing packages over a slow line

/**
 * Runs `work` while holding the lock `file`. Waits for a living holder; the lock of a dead one is taken over.
 * @template T
 * @param {string} file
 * @param {string} task what the holder is doing, for those that wait: `building`
 * @param {() => Promise<T>} work
 * @param {(line: string) => void} [log]
 * @returns {Promise<T>}
 */
export async function withLock(file, task, work, log = () => {}) {
  const deadline = Date.now() + MAX_WAIT;
  let holder = takeLock(file, task);
  if (holder) log(`waiting for process ${holder}: ${noteIn(file) || 'it is ending'}`);
  while (holder) {
    if (Date.now() > deadline) throw new Error(`process ${holder} still holds ${file}`);
    await sleep(200);
    holder = takeLock(file, task);
  }
  try {
    return await work();
  } finally {
    releaseLock(file);
  }
}

/**
 * Takes the lock, or gives the process id of the living one that holds it.
 * @param {string} file
 * @param {string} [task] as for `withLock`
 * @returns {number | null} null: it is ours now
 */
export function takeLock(file, task = 'running') {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  while (!create(file, task)) {
    const holder = holderOf(file);
    if (holder > 0) return holder;
    if (holder === DEAD) removeAbandoned(file);
  }
  return null;
}

/** Releases a lock of takeLock(). */
export function releaseLock(file) {
  fs.rmSync(file, { force: true });
}

/** Linking a finished file is atomic: the lock never exists without the name of its holder in it. */
function create(file, task = '') {
  const draft = `${file}.${process.pid}.${Math.random().toString(36).slice(2)}`;
  const { npm_lifecycle_event: script } = process.env;
  const command = script ? `npm run ${script}` : path.basename(process.argv[1] ?? '');
  fs.writeFileSync(draft, `${processStamp(process.pid) ?? ''}\n${command} is ${task}`, { mode: 0o600 });
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

/** The process id of the living holder, DEAD when the holder is no more, null when there is no lock. */
function holderOf(file) {
  const text = textOf(file);
  return text === null ? null : (pidOfStamp(text.split('\n', 1)[0]) ?? DEAD);
}

/** What the holder is doing; undefined if the lock was released meanwhile. */
function noteIn(file) {
  return textOf(file)?.split('\n')[1];
}

function textOf(file) {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch (error) {
    if (error.code === 'ENOENT') return null;
    throw error;
  }
}

/**
 * Two that wait may both see a dead holder; the slower one would then remove the fresh lock of the faster one. So only
 * who holds a second lock may remove, and looks once more: meanwhile a lock with a dead holder stays as it is.
 */
function removeAbandoned(file) {
  const guard = `${file}.takeover`;
  if (create(guard)) {
    if (holderOf(file) === DEAD) fs.rmSync(file, { force: true });
    fs.rmSync(guard, { force: true });
  } else if (holderOf(guard) === DEAD) {
    fs.rmSync(guard, { force: true }); // its holder was killed within these few lines
  }
}
