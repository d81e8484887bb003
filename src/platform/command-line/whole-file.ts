import { createWriteStream } from 'node:fs';
import { realpath, rename, rm, stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';

/** Private to the owner: files contain personal data. */
const OWNER_ONLY = 0o600;

/** Writes a file that replaces its target once it is complete. Devices and pipes (`/dev/stdout`) are written directly. */
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
    // A leftover file may have other permissions.
    await rm(part, { force: true });
    await pipeline(bytes, createWriteStream(part, { mode: OWNER_ONLY }), until);
    await rename(part, target);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
}
