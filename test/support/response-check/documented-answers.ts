import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020';
import type { Json } from './closed-document.js';

/** A response as the product sent it. */
export interface SeenResponse {
  readonly method: string;
  /** Without the query; the base path of the API is replaced by `~`. */
  readonly path: string;
  readonly status: number;
  readonly contentType: string | undefined;
  /** Null if it is not JSON or was truncated. */
  readonly json: string | null;
  readonly isEmpty: boolean;
  /** A replay of a stored response. */
  readonly isRepeated: boolean;
  readonly requestHadBody: boolean;
}

/** A difference between a response and its documentation. */
export interface Mismatch {
  /** The documented operation. */
  readonly operation: string;
  readonly status: number;
  readonly faults: readonly string[];
}

interface DocumentedOperation {
  readonly name: string;
  readonly pointer: string;
  readonly pattern: RegExp;
  readonly takesBody: boolean;
  readonly responses: Readonly<Record<string, Json>>;
}

/** Endpoints for developers and monitoring, which the API document does not cover. */
const NOT_DESCRIBED = /^\/((docs|metrics|dev|admin|console|t\/s\/assets)(\/|$)|llms(-full)?\.txt$|$)/i;
const MOST_FAULTS = 12;

/** Clients misread values of a wrong format. Other formats are informative only. */
const FORMATS = {
  'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/,
  date: /^\d{4}-\d\d-\d\d$/,
  email: /^[^\s@]+@[^\s@]+$/,
  uri: /^[a-z][a-z0-9+.-]*:[^\s]*$/i,
};

/** Validates responses against the API document. Schemas are compiled on first use. */
export class DocumentedAnswers {
  private readonly ajv: Ajv2020;
  private readonly validators = new Map<string, ValidateFunction>();
  private readonly operations = new Map<string, DocumentedOperation[]>();

  /** @param document with closed schemas, and with paths below the base path of the API that begin with `~`. */
  constructor(private readonly document: Json) {
    // The linter validates the schemas themselves; here it would take seconds.
    const options = { allErrors: true, strict: false, logger: false, formats: FORMATS, validateSchema: false } as const;
    this.ajv = new Ajv2020(options).addSchema(document, 'api');
    for (const [path, item] of Object.entries(this.document['paths'] as Record<string, Json>))
      for (const [method, operation] of Object.entries(item)) this.add(path, method, operation as Json);
    // Of two matching paths, the one with fewer parameters applies.
    for (const found of this.operations.values())
      found.sort((a, b) => a.name.split('{').length - b.name.split('{').length);
  }

  /** @returns null if the response is as documented. */
  mismatchOf(answer: SeenResponse): Mismatch | null {
    const { method, path, status } = answer;
    const documented = method === 'HEAD' ? 'GET' : method;
    const operation = this.operations.get(documented)?.find(({ pattern }) => pattern.test(path));
    const faults = operation ? this.faultsOf(operation, answer) : faultsOfUnknown(answer);
    return faults.length === 0 ? null : { operation: operation?.name ?? `${method} ${path}`, status, faults };
  }

  private add(path: string, method: string, operation: Json): void {
    const name = method.toUpperCase();
    const literal = path.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{\w+\}/g, '[^/]+');
    const found = this.operations.get(name) ?? [];
    this.operations.set(name, found);
    found.push({
      name: `${name} ${path}`,
      pointer: `#/paths/${pointerPart(path)}/${method}/responses`,
      pattern: new RegExp(`^${literal}/?$`, 'i'),
      takesBody: 'requestBody' in operation,
      responses: operation['responses'] as Record<string, Json>,
    });
  }

  private faultsOf(operation: DocumentedOperation, answer: SeenResponse): string[] {
    const { status, method } = answer;
    const response = operation.responses[status];
    if (!response) {
      // An unexpected body is refused before the operation is known.
      if (!operation.takesBody && answer.requestHadBody && (status === 413 || status === 415)) return [];
      return [`the status ${status} is not documented, only ${Object.keys(operation.responses).join(', ')}`];
    }
    const ref = response['$ref'] as string | undefined;
    const pointer = ref ?? `${operation.pointer}/${status}`;
    const { content } = (ref === undefined ? response : this.resolved(ref)) as { content?: Record<string, Json> };
    // Clients follow redirects; their body comes from Express.
    if (answer.isEmpty || (status >= 300 && status < 400))
      return method === 'HEAD' || !content || status >= 300 ? [] : ['the answer has no body, and one is documented'];
    const type = answer.contentType?.split(';')[0]?.trim().toLowerCase() ?? 'nothing';
    if (!content?.[type])
      return [`the content type ${type} is not documented, only ${Object.keys(content ?? {}).join(', ') || 'no body'}`];
    if (answer.json === null) return [];
    if (!content[type]['schema']) return [`the content type ${type} has no schema`];
    return this.faultsOfBody(`${pointer}/content/${pointerPart(type)}/schema`, answer.json, answer.isRepeated);
  }

  private faultsOfBody(pointer: string, json: string, isRepeated: boolean): string[] {
    let validate = this.validators.get(pointer);
    if (!validate) {
      validate = this.ajv.compile({ $ref: `api${pointer}` });
      this.validators.set(pointer, validate);
    }
    let body: unknown;
    try {
      body = JSON.parse(json);
    } catch {
      return ['the body is no JSON'];
    }
    if (validate(body)) return [];
    // A replayed response has null for values of a contact who was erased since.
    const faults = (validate.errors ?? []).filter(
      ({ keyword, params, instancePath }) =>
        !(isRepeated && keyword === 'type' && isText(params) && valueAt(body, instancePath) === null),
    );
    return summary(faults.map((error) => readable(error, body)));
  }

  private resolved(ref: string): Json {
    return ref
      .split('/')
      .slice(1)
      .reduce<Json>((part, name) => part[name] as Json, this.document);
  }
}

/** Tests may request unknown routes, but no undocumented route may respond. */
function faultsOfUnknown({ path, status }: SeenResponse): string[] {
  const refused = status >= 400 && status < 500;
  return refused || NOT_DESCRIBED.test(path) ? [] : ['this operation is not documented'];
}

const pointerPart = (text: string): string => encodeURIComponent(text.replace(/~/g, '~0').replace(/\//g, '~1'));

/** The same error in several rows counts once. */
function summary(faults: readonly string[]): string[] {
  const distinct = [...new Set(faults)];
  const more = distinct.length - MOST_FAULTS;
  return more > 0 ? [...distinct.slice(0, MOST_FAULTS), `and ${more} more`] : distinct;
}

/** The path (without row numbers), the error, and the value. */
function readable({ instancePath, message = '', params }: ErrorObject, body: unknown): string {
  const details = params as Record<string, unknown>;
  const member = details['additionalProperty'] ?? details['unevaluatedProperty'];
  const place = instancePath.replace(/\/\d+(?=\/|$)/g, '/*');
  if (typeof member === 'string')
    return `${place}/${member}: is not documented (${excerpt(valueAt(body, `${instancePath}/${member}`))})`;
  const allowed = details['allowedValues'] ?? details['allowedValue'];
  const value = details['missingProperty'] === undefined ? ` (is ${excerpt(valueAt(body, instancePath))})` : '';
  return `${place || '/'}: ${message}${allowed === undefined ? '' : ` ${JSON.stringify(allowed)}`}${value}`;
}

const isText = (params: unknown): boolean => (params as { type?: unknown }).type === 'string';

function valueAt(body: unknown, path: string): unknown {
  return path
    .split('/')
    .slice(1)
    .reduce<unknown>((part, name) => {
      const unescaped = name.replace(/~1/g, '/').replace(/~0/g, '~');
      return (part as Record<string, unknown> | null | undefined)?.[unescaped];
    }, body);
}

function excerpt(value: unknown): string {
  const text = value === undefined ? 'nothing' : JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
