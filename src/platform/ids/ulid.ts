import { randomFillSync } from 'node:crypto';
import { ulid as ulidFrom } from 'ulid';

/** The library makes a system call per character; a contact write needs three ids, a request one. */
const pool = new Uint8Array(4_096);
let used = pool.length;

function fraction(): number {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  const byte = pool[used] ?? 0;
  used += 1;
  return byte / 256;
}

/** Returns a new ULID: sorted by creation time in milliseconds, with 80 random bits. */
export const ulid = (): string => ulidFrom(undefined, fraction);
