/** A good size for sockets and compressors. V8 frees much longer texts only in full garbage collections. */
const CHUNK_CHARACTERS = 64 * 1024;

/** Joins many short texts and encodes them as UTF-8 in chunks. */
export async function* encoded(batches: AsyncIterable<Iterable<string>>): AsyncGenerator<Buffer> {
  for await (const batch of batches) {
    let chunk = '';
    for (const text of batch) {
      chunk += text;
      if (chunk.length < CHUNK_CHARACTERS) continue;
      yield Buffer.from(chunk);
      chunk = '';
    }
    // Flush: the next batch may take long.
    if (chunk !== '') yield Buffer.from(chunk);
  }
}
