/** A good chunk size for sockets and compressors. */
const CHUNK_BYTES = 64 * 1024;
const MAX_BYTES_PER_UNIT = 3;

/**
 * Encodes many short texts as UTF-8 in chunks. Joining a batch to one long text would copy it three times into memory that only full
 * garbage collections free.
 */
export async function* encoded(batches: AsyncIterable<Iterable<string>>): AsyncGenerator<Buffer> {
  let chunk = Buffer.allocUnsafeSlow(CHUNK_BYTES);
  let [begin, end] = [0, 0];
  for await (const batch of batches) {
    for (const text of batch) {
      const most = text.length * MAX_BYTES_PER_UNIT;
      if (most > chunk.length - end) {
        if (end > begin) yield chunk.subarray(begin, end);
        chunk = Buffer.allocUnsafeSlow(Math.max(CHUNK_BYTES, most));
        [begin, end] = [0, 0];
      }
      end += chunk.write(text, end);
    }
    // Flush: the next batch may take long.
    if (end > begin) yield chunk.subarray(begin, end);
    begin = end;
  }
}
