/** Decodes a Basic `Authorization` header to `name:password`; null if it is missing or malformed. */
export function decodedBasic(header: string | undefined): string | null {
  const encoded = /^Basic +([A-Za-z0-9+/=_-]+) *$/i.exec(header ?? '')?.[1];
  return encoded === undefined ? null : Buffer.from(encoded, 'base64').toString('utf8');
}
