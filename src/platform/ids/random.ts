import { randomFillSync } from 'node:crypto';

/** Each byte is used once. A call of the system for each id would cost thirty times as much. */
const pool = Buffer.alloc(4_096);
let used = pool.length;

/** Returns where the next bytes begin. */
function take(count: number): number {
  if (used + count > pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  used += count;
  return used - count;
}

export const randomByte = (): number => pool[take(1)] ?? 0;

/** Returns random bytes, at most 4,096, as hexadecimal digits. */
export function randomHex(bytes: number): string {
  const start = take(bytes);
  return pool.toString('hex', start, start + bytes);
}
