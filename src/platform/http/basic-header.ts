/** The decoded credentials of a Basic `Authorization` header, as `name:password`; null where it has no usable ones. */
export function decodedBasic(header: string | undefined): string | null {
  const encoded = /^Basic +([A-Za-z0-9+/=_-]+) *$/i.exec(header ?? '')?.[1];
  return encoded === undefined ? null : Buffer.from(encoded, 'base64').toString('utf8');
}
