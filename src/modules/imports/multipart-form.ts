import type { Readable } from 'node:stream';
import { Busboy, type BusboyFileStream, type BusboyHeaders, type BusboyInstance } from '@fastify/busboy';
import qs from 'qs';
import { AppError, invalidParam } from '../../platform/errors/app-error.js';
import { memoryReservation } from '../../platform/http/read-body.js';
import type { AppRequest } from '../../platform/http/request.js';

/** The file part of a form. Its bytes must be consumed as they arrive. */
export interface FormFile {
  readonly name: string | null;
  readonly bytes: AsyncIterable<Buffer>;
}

const FILE = 'file';
const FIELD_BYTES = 64 * 1024;
/** For all names and values, as for a JSON import. */
const FIELDS_BYTES = 10 * 1024 * 1024;
const MAX_FIELDS = 2_100;
const MAX_FILES = 10;
const NAME_BYTES = 1_000;
/** The maximum size of a form without its file. */
const ROOM_AROUND = 4 * 1024 * 1024;

/** Returns whether the file must be too large, by Content-Length. */
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
  const fields = new FormFields(memoryReservation(request));
  const form = formOf(request, fileLimit);
  const file: { stream: BusboyFileStream | null; taken: Promise<void> | null } = { stream: null, taken: null };
  try {
    await new Promise<void>((resolve, reject) => {
      const gone = (): void => {
        if (!request.complete) reject(new AppError('rest_invalid_param', 'The request broke off.'));
      };
      // An exception in these listeners would be uncaught and end the process. A part may have no name.
      form.on('field', (name: string | undefined, value, nameCut, valueCut) => {
        try {
          fields.add(name ?? '', value, nameCut || valueCut);
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
        reject(invalidParam('body', `must hold at most ${MAX_FIELDS} fields`));
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
    if (file.taken === null) throw invalidParam(FILE, 'is required');
    await file.taken;
  } catch (error) {
    request.unpipe(form);
    request.resume();
    form.destroy();
    // Otherwise the consumer of the file waits for more bytes.
    file.stream?.destroy();
    await file.taken?.catch(() => undefined);
    throw error instanceof AppError || !isFromParser(error) ? error : malformed();
  }
  return qs.parse(fields.pairs.join('&'), { arrayLimit: 1_000, parameterLimit: MAX_FIELDS, depth: 3 });
}

/** The fields of a form, as parts of a query. */
class FormFields {
  readonly pairs: string[] = [];
  private bytes = 0;

  constructor(private readonly hold: ReturnType<typeof memoryReservation>) {}

  /** @throws AppError for a field that is too long, and when all of them are. */
  add(name: string, value: string, isCut: boolean): void {
    const bytes = Buffer.byteLength(name) + Buffer.byteLength(value);
    this.bytes += bytes;
    if (isCut) throw invalidParam(name.slice(0, 100), 'is too long');
    if (this.bytes > FIELDS_BYTES)
      throw new AppError('rest_payload_too_large', `The fields beside the file are larger than ${FIELDS_BYTES} bytes.`);
    this.hold(bytes);
    this.pairs.push(`${escaped(name)}=${escaped(value)}`);
  }
}

function formOf(request: AppRequest, fileLimit: number): BusboyInstance {
  try {
    return new Busboy({
      headers: request.headers as BusboyHeaders,
      limits: {
        fileSize: fileLimit,
        fieldSize: FIELD_BYTES,
        fields: MAX_FIELDS,
        files: MAX_FILES,
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

/** Replaces lone surrogates, which some encodings produce and which cannot be escaped. */
const escaped = (text: string): string => encodeURIComponent(Buffer.from(text).toString());

function refusalOf(name: string | undefined, hasFile: boolean): AppError | null {
  if (name === undefined) return invalidParam('body', 'contains a file part without a name');
  if (name !== FILE) return invalidParam(name.slice(0, 100), `is a file; the file to import must be in \`${FILE}\``);
  return hasFile ? invalidParam(FILE, 'must be one file only') : null;
}

async function* within(limit: number, stream: BusboyFileStream): AsyncGenerator<Buffer> {
  for await (const chunk of stream as Readable) yield chunk as Buffer;
  if (stream.truncated) throw tooLarge(limit);
}

/** Removes control characters, and the path that some programs send. */
function nameOf(filename: string | undefined): string | null {
  const name = (filename ?? '')
    .replace(/^.*[\\/]/s, '')
    .replace(/\p{C}/gu, '')
    .trim();
  return name === '' ? null : name;
}

const malformed = (): AppError => invalidParam('body', 'is not a well-formed multipart form');

/** Recognizes errors of the parser by their messages. */
function isFromParser(error: unknown): boolean {
  return error instanceof Error && /multipart|part terminated|premature|header/i.test(error.message);
}
