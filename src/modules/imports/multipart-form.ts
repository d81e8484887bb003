import type { Readable } from 'node:stream';
import { Busboy, type BusboyFileStream, type BusboyHeaders, type BusboyInstance } from '@fastify/busboy';
import qs from 'qs';
import { AppError, invalidParam } from '../../platform/errors/app-error.js';
import { roomFor } from '../../platform/http/read-body.js';
import type { AppRequest } from '../../platform/http/request.js';

/** The one part of a form that is a file. Its bytes have to be taken as they come. */
export interface FormFile {
  readonly name: string | null;
  readonly bytes: AsyncIterable<Buffer>;
}

const FILE = 'file';
const FIELD_BYTES = 64 * 1024;
/** Of all names and values; an import as JSON may hold as much. */
const FIELDS_BYTES = 10 * 1024 * 1024;
const MOST_FIELDS = 2_100;
const MOST_FILES = 10;
const NAME_BYTES = 1_000;
/** What a form has around its file, at most. */
const ROOM_AROUND = 4 * 1024 * 1024;

/** The file, and who takes it; neither before its part has come. */
interface TakenFile {
  stream: BusboyFileStream | null;
  taken: Promise<void> | null;
}

/** Whether the file alone is too large, by what the sender says of the size of all of it. */
export function isTooLarge(request: AppRequest, fileLimit: number): boolean {
  return Number(request.headers['content-length'] ?? 0) > fileLimit + ROOM_AROUND;
}

export function tooLarge(limit: number): AppError {
  return new AppError('rest_payload_too_large', `The file is larger than ${limit} bytes.`, {
    data: { params: { [FILE]: `is larger than ${limit} bytes` } },
  });
}

/**
 * Reads a form while it comes in. Fields may stand before and behind the file.
 * @param take is handed the file and settles when it is done with it.
 * @returns the fields, read like a query.
 * @throws AppError rest_invalid_param for what is no sound form, rest_payload_too_large, and whatever `take` throws; the rest
 * of the request is let pass by unread, so that the sender comes to read the answer.
 */
export async function readForm(
  request: AppRequest,
  fileLimit: number,
  take: (file: FormFile) => Promise<void>,
): Promise<Readonly<Record<string, unknown>>> {
  const hold = roomFor(request);
  const form = formOf(request, fileLimit);
  const fields: string[] = [];
  let fieldsBytes = 0;
  const file: TakenFile = { stream: null, taken: null };
  try {
    await new Promise<void>((resolve, reject) => {
      const gone = (): void => {
        if (!request.complete) reject(new AppError('rest_invalid_param', 'The request broke off.'));
      };
      // Nothing may be thrown in here: nobody would catch it, and the process would end. A part may be without a name.
      form.on('field', (part: string | undefined, value, nameCut, valueCut) => {
        const name = part ?? '';
        const bytes = Buffer.byteLength(name) + Buffer.byteLength(value);
        fieldsBytes += bytes;
        try {
          if (nameCut || valueCut) throw invalidParam(name.slice(0, 100), 'is too long');
          if (fieldsBytes > FIELDS_BYTES) throw tooManyFields();
          hold(bytes);
          fields.push(`${escaped(name)}=${escaped(value)}`);
        } catch (error) {
          reject(error instanceof Error ? error : malformed());
        }
      });
      form.on('file', (name: string | undefined, stream, filename: string | undefined) => {
        stream.on('error', reject);
        const refusal = refusalOf(name, file.taken !== null);
        if (refusal !== null) {
          stream.resume();
          reject(refusal);
          return;
        }
        file.stream = stream;
        file.taken = take({ name: nameOf(filename), bytes: within(fileLimit, stream) });
        file.taken.catch(reject);
      });
      form.on('fieldsLimit', () => {
        reject(invalidParam('body', `must hold at most ${MOST_FIELDS} fields`));
      });
      form.on('filesLimit', () => {
        reject(invalidParam(FILE, 'must be one file only'));
      });
      form.on('error', (error) => {
        reject(error instanceof AppError ? error : malformed());
      });
      form.on('finish', resolve);
      request.once('close', gone);
      request.once('error', gone);
      request.pipe(form);
    });
    if (file.taken === null) throw invalidParam(FILE, 'is required', `Invalid parameter: ${FILE} is required`);
    await file.taken;
  } catch (error) {
    request.unpipe(form);
    request.resume();
    form.destroy();
    // Whoever takes the file would wait for more of it.
    file.stream?.destroy();
    await file.taken?.catch(() => undefined);
    throw error instanceof AppError || !isFromParser(error) ? error : malformed();
  }
  return qs.parse(fields.join('&'), { arrayLimit: 1_000, parameterLimit: MOST_FIELDS, depth: 3 });
}

function formOf(request: AppRequest, fileLimit: number): BusboyInstance {
  try {
    return new Busboy({
      headers: request.headers as BusboyHeaders,
      limits: {
        fileSize: fileLimit,
        fieldSize: FIELD_BYTES,
        fields: MOST_FIELDS,
        files: MOST_FILES,
        fieldNameSize: NAME_BYTES,
        headerPairs: 100,
      },
      // A part called so is the file, whatever its sender has left out.
      isPartAFile: (name, type, filename) =>
        filename !== undefined || type === 'application/octet-stream' || name === FILE,
    });
  } catch {
    throw malformed();
  }
}

/** Halves of letters, which some encodings can bring, are replaced: there is no escape for them. */
const escaped = (text: string): string => encodeURIComponent(Buffer.from(text).toString());

function refusalOf(name: string | undefined, hasFile: boolean): AppError | null {
  if (name === undefined) return invalidParam('body', 'holds a file part without a name');
  if (name !== FILE) return invalidParam(name.slice(0, 100), `is a file; the file to import goes into \`${FILE}\``);
  return hasFile ? invalidParam(FILE, 'must be one file only') : null;
}

async function* within(limit: number, stream: BusboyFileStream): AsyncGenerator<Buffer> {
  for await (const chunk of stream as Readable) yield chunk as Buffer;
  if (stream.truncated) throw tooLarge(limit);
}

/** Letters that stand for nothing in a name are left out; some programs send the whole path. */
function nameOf(filename: string | undefined): string | null {
  const name = (filename ?? '')
    .replace(/^.*[\\/]/s, '')
    .replace(/\p{C}/gu, '')
    .trim();
  return name === '' ? null : name;
}

const tooManyFields = (): AppError =>
  new AppError('rest_payload_too_large', `The fields beside the file are larger than ${FIELDS_BYTES} bytes.`);

const malformed = (): AppError => invalidParam('body', 'is no well-formed multipart form');

/** The parser throws plain errors with these words. */
function isFromParser(error: unknown): boolean {
  return error instanceof Error && /multipart|part terminated|premature|header/i.test(error.message);
}
