/** Returns why receivers cannot verify our signatures by a TXT record with a DKIM key (RFC 6376 section 3.6.1); null if they can. */
export function dkimKeyFault(text: string, ours: string): string | null {
  const [published, wanted] = [tagsOf(text), tagsOf(ours)];
  const keyOf = (tags: ReadonlyMap<string, string>): string => `${tags.get('k') ?? 'rsa'} ${tags.get('p') ?? ''}`;
  const version = published.get('v');
  if (version !== undefined && (version !== 'DKIM1' || [...published.keys()][0] !== 'v'))
    return 'receivers ignore a record whose v is not DKIM1 or not the first tag';
  if (text.split(';').filter((tag) => tag.includes('=')).length > published.size)
    return 'receivers ignore a record that has a tag twice';
  if (published.get('p') === '') return 'the published key is revoked (empty p)';
  if (keyOf(published) !== keyOf(wanted)) return 'the published key is not the signing key';
  if (!listOf(published, 'h', 'sha256').includes('sha256')) return 'h does not allow sha256, which signatures use';
  if (!listOf(published, 's', '*').some((service) => service === '*' || service === 'email'))
    return 's does not allow the key for email';
  return null;
}

export const isDkimTest = (text: string): boolean => listOf(tagsOf(text), 't', '').includes('y');

const listOf = (tags: ReadonlyMap<string, string>, tag: string, standard: string): string[] =>
  (tags.get(tag) ?? standard).toLowerCase().split(':');

/** Parses `name=value; name=value`, with blanks anywhere (RFC 6376 section 3.2). */
export function tagsOf(record: string): ReadonlyMap<string, string> {
  return new Map(
    record.split(';').flatMap((tag) => {
      const equals = tag.indexOf('=');
      return equals === -1 ? [] : [[tag.slice(0, equals).trim(), tag.slice(equals + 1).replace(/\s+/g, '')] as const];
    }),
  );
}
