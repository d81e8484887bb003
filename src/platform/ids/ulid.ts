import { randomFillSync } from 'node:crypto';
import { ulid as ulidFrom } from 'ulid';

/** The library asks the kernel for each of sixteen letters; a write of a contact makes three ids and a request one. */
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

/** A new ULID: sorts by the millisecond of its making, with 80 random bits behind. */
export function ulid(): string {
  return ulidFrom(undefined, fraction);
}
