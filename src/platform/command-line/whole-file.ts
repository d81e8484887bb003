import { createWriteStream } from 'node:fs';
import { realpath, rename, rm, stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';

/** Nobody else on the machine is to read what people are in it. */
const OWNER_ONLY = 0o600;

/**
 * Writes a file that appears under its name once it is complete; one that was there before stays until then. What is no file
 * (`/dev/stdout`, a pipe) is written to as it is: nothing may take its place.
 */
export async function writeWhole(file: string, bytes: AsyncIterable<Buffer>, signal?: AbortSignal): Promise<void> {
  const until = signal ? { signal } : {};
  const known = await stat(file).catch(() => null);
  if (known !== null && !known.isFile()) {
    await pipeline(bytes, createWriteStream(file), until);
    return;
  }
  const target = known === null ? file : await realpath(file);
  const part = `${target}.part`;
  try {
    // One that was left there has whatever rights it was made with.
    await rm(part, { force: true });
    await pipeline(bytes, createWriteStream(part, { mode: OWNER_ONLY }), until);
    await rename(part, target);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
}
