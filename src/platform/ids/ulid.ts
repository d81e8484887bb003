import { ulid as ulidFrom } from 'ulid';
import { randomByte } from './random.js';

/** Returns a new ULID: sorted by creation time in milliseconds, with 80 random bits. */
export const ulid = (): string => ulidFrom(undefined, () => randomByte() / 256);
