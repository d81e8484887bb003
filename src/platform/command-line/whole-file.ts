import { createWriteStream } from 'node:fs';
import { open, realpath, rename, rm, stat } from 'node:fs/promises';
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
    // Opened before the source can fail: a stream that opens it could create it after the removal below.
    const handle = await open(part, 'w', OWNER_ONLY);
    await pipeline(bytes, handle.createWriteStream(), until);
    await rename(part, target);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
}
