const MULTIPART = /^multipart\/form-data\b.*?;\s*boundary=(?:"([^"\r\n]{1,70})"|([^\s;"]{1,70}))/i;
const URLENCODED = /^application\/x-www-form-urlencoded\b/i;
const FIELD_NAME = /^content-disposition:[^\r\n]*?;\s*name="([^"\r\n]{1,200})"/im;
const FILE_NAME = /^content-disposition:[^\r\n]*?;\s*filename\*?=/im;
const END_OF_HEAD = '\r\n\r\n';
/** No provider sends more. */
const MAX_FIELDS = 200;

type FormFields = Readonly<Record<string, string>>;

/** The text fields of a form (RFC 7578 or urlencoded) whose size the caller limits; null for another content type. */
export function formFields(bytes: Buffer, contentType: string): FormFields | null {
  if (URLENCODED.test(contentType)) return fieldsOf([...new URLSearchParams(bytes.toString('utf8'))]);
  const [, quoted, bare] = MULTIPART.exec(contentType) ?? [];
  const boundary = quoted ?? bare;
  // One character per byte, so that offsets in the text are offsets in the bytes.
  return boundary === undefined ? null : fieldsOf(partsOf(`\r\n${bytes.toString('latin1')}`, boundary));
}

function partsOf(body: string, boundary: string): [string, string][] {
  // Text before the first and after the last boundary is ignored.
  const parts = body.split(`\r\n--${boundary}`, MAX_FIELDS + 2).slice(1);
  return parts.flatMap((part) => {
    const headEnd = part.indexOf(END_OF_HEAD);
    if (headEnd === -1 || part.startsWith('--')) return [];
    const head = Buffer.from(part.slice(0, headEnd), 'latin1').toString('utf8');
    const name = FIELD_NAME.exec(head)?.[1];
    if (name === undefined || FILE_NAME.test(head)) return [];
    return [[name, Buffer.from(part.slice(headEnd + END_OF_HEAD.length), 'latin1').toString('utf8')]];
  });
}

const fieldsOf = (fields: readonly [string, string][]): FormFields =>
  Object.fromEntries(fields.slice(0, MAX_FIELDS).filter(([name]) => name !== '__proto__'));
