/** Parses the SPF policy in the TXT records of a domain (RFC 7208). */
export function readSpf(texts: readonly string[]): 'none' | 'several' | 'allows_everybody' | 'restricts' {
  const records = texts.filter((text) => /^v=spf1( |$)/i.test(text));
  if (records.length === 0) return 'none';
  if (records.length > 1) return 'several';
  return / \+?all( |$)/i.test(records[0] ?? '') ? 'allows_everybody' : 'restricts';
}

/** Returns whether a TXT record publishes our key, in any order of tags and with any blanks. */
export function isDkimRecord(text: string, ours: string): boolean {
  const [published, wanted] = [tagsOf(text), tagsOf(ours)];
  const keyOf = (tags: ReadonlyMap<string, string>): string => `${tags.get('k') ?? 'rsa'} ${tags.get('p') ?? ''}`;
  return (wanted.get('p') ?? '') !== '' && keyOf(published) === keyOf(wanted);
}

/** Parses `name=value; name=value`, with blanks anywhere (RFC 6376 section 3.2). */
export function tagsOf(record: string): ReadonlyMap<string, string> {
  return new Map(
    record.split(';').flatMap((tag) => {
      const equals = tag.indexOf('=');
      return equals === -1 ? [] : [[tag.slice(0, equals).trim(), tag.slice(equals + 1).replace(/\s+/g, '')] as const];
    }),
  );
}
