import { gzipSync } from 'node:zlib';

/** A body as bytes with its headers. */
export interface RawBody {
  readonly what: string;
  readonly bytes: Buffer;
  readonly headers: Readonly<Record<string, string>>;
}

const JSON_TYPE = 'application/json';

/** A megabyte of zeros compresses to a kilobyte; this is fifty of them. */
let packedBomb: Buffer | null = null;
const bomb = (): Buffer => (packedBomb ??= gzipSync(Buffer.alloc(50 * 1024 * 1024, 0x20)));

/** Breaks an acceptable body without interpreting it. @param valid JSON text. */
export function brokenBodies(valid: string): RawBody[] {
  const text = valid === '{}' ? '{"a":1}' : valid;
  const bytes = Buffer.from(text);
  const middle = Math.floor(bytes.length / 2);
  const of = (what: string, body: Buffer | string, headers: Readonly<Record<string, string>> = {}): RawBody => ({
    what,
    bytes: typeof body === 'string' ? Buffer.from(body) : body,
    headers: { 'content-type': JSON_TYPE, ...headers },
  });
  const with0 = (inserted: readonly number[], at = middle): Buffer =>
    Buffer.concat([bytes.subarray(0, at), Buffer.from(inserted), bytes.subarray(at)]);
  const form = 'multipart/form-data; boundary=x';
  const part = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\nemail\r\na@example.com\r\n';
  return [
    of('truncated', bytes.subarray(0, middle)),
    of('repeated', `${text}${text}`),
    of('with a trailing comma', text.replace(/\}$/, ',}')),
    of('in single quotes', text.replaceAll('"', "'")),
    of('with a comment', `/* */${text}`),
    of('as JSON in a string', JSON.stringify(text)),
    of('in an array', `[${text}]`),
    of('with every member twice', text.replace(/^\{(.+)\}$/s, '{$1,$1}')),
    of('with members that reach prototypes', text.replace(/^\{/, '{"__proto__":{"isAdmin":true},"constructor":{},')),
    of('with unknown members', text.replace(/^\{/, '{"nobody":{"knows":[1]},"\\u0000":1,"":2,')),
    of('with a byte-order mark', with0([0xef, 0xbb, 0xbf], 0)),
    of('with a NUL before it', with0([0], 0)),
    of('with a NUL inside', with0([0])),
    of('with invalid UTF-8', with0([0xff, 0xfe, 0xc0, 0xaf])),
    of('with half a character', with0([0xf0, 0x9f, 0x98])),
    of('with an encoded surrogate', with0([0xed, 0xa0, 0xbd])),
    of('in UTF-16', Buffer.from(`\ufeff${text}`, 'utf16le')),
    of('in declared UTF-16', Buffer.from(text, 'utf16le'), { 'content-type': `${JSON_TYPE}; charset=utf-16` }),
    of('in an unknown charset', text, { 'content-type': `${JSON_TYPE}; charset=klingon` }),
    of('compressed', gzipSync(bytes), { 'content-encoding': 'gzip' }),
    of('compressed and truncated', gzipSync(bytes).subarray(0, 15), { 'content-encoding': 'gzip' }),
    of('declared as compressed, but not', text, { 'content-encoding': 'gzip' }),
    of('compressed twice', gzipSync(gzipSync(bytes)), { 'content-encoding': 'gzip, gzip' }),
    of('with an unsupported encoding', text, { 'content-encoding': 'compress' }),
    of('compressed, fifty megabytes of blanks', bomb(), { 'content-encoding': 'gzip' }),
    of('empty', ''),
    of('blanks', ' \t\r\n'),
    of('null', 'null'),
    of('a number', '1e400'),
    of('40 levels deep', `${'{"a":'.repeat(40)}1${'}'.repeat(40)}`),
    of('100,000 levels deep', '['.repeat(100_000)),
    of('of 30,000 members', `{${Array.from({ length: 30_000 }, (_, index) => `"m${index}":0`).join()}}`),
    of('with a name of 200,000 characters', text.replace(/^\{/, `{"${'n'.repeat(200_000)}":1,`)),
    of('without a type', text, { 'content-type': '' }),
    of('of an invalid type', text, { 'content-type': ';;;' }),
    of('as text', text, { 'content-type': 'text/plain' }),
    of('as XML', '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>', {
      'content-type': 'application/xml',
    }),
    of('as a form', 'a=1&b[]=2&__proto__[x]=1&constructor[prototype][x]=1', {
      'content-type': 'application/x-www-form-urlencoded',
    }),
    of('as a form with invalid percent-encoding', 'email=%zz&%=%&a[b=c', {
      'content-type': 'application/x-www-form-urlencoded',
    }),
    of('as a multipart form', `${part}--x--\r\n`, { 'content-type': form }),
    of('as an unterminated multipart form', part, { 'content-type': form }),
    of('as a multipart form without a boundary', part, { 'content-type': 'multipart/form-data' }),
    of('as a multipart form with another boundary', part.replaceAll('--x', '--y'), { 'content-type': form }),
    of('as a multipart form of two thousand parts', part.repeat(2_000), { 'content-type': form }),
    of('as a form with path traversal in the file name', part.replace('a.csv', '../../../../tmp/\u0000fuzz'), {
      'content-type': form,
    }),
    of('as a form with invalid field names', part.replace('name="file"', 'name="__proto__"'), {
      'content-type': form,
    }),
    of('as a form with an unterminated part header', `--x\r\nA: ${'a'.repeat(100_000)}`, { 'content-type': form }),
  ];
}
