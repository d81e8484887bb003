/** What sockets and compressors like to take at once. */
const CHUNK_BYTES = 64 * 1024;
const MOST_BYTES_PER_UNIT = 3;

/**
 * Many short texts as UTF-8 in pieces of a handy size. As one long text a batch would be copied three times, into places
 * that only the slow collection of garbage visits.
 */
export async function* encoded(batches: AsyncIterable<Iterable<string>>): AsyncGenerator<Buffer> {
  let chunk = Buffer.allocUnsafeSlow(CHUNK_BYTES);
  let [begin, end] = [0, 0];
  for await (const batch of batches) {
    for (const text of batch) {
      const most = text.length * MOST_BYTES_PER_UNIT;
      if (most > chunk.length - end) {
        if (end > begin) yield chunk.subarray(begin, end);
        chunk = Buffer.allocUnsafeSlow(Math.max(CHUNK_BYTES, most));
        [begin, end] = [0, 0];
      }
      end += chunk.write(text, end);
    }
    // The next batch may take its time, and what is there is wanted.
    if (end > begin) yield chunk.subarray(begin, end);
    begin = end;
  }
}
