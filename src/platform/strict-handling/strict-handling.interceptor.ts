import { type CallHandler, type ExecutionContext, HttpException, type PipeTransform } from '@nestjs/common';
import type { OpenAPIObject } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { type Observable, firstValueFrom } from 'rxjs';
import type { Database } from '../database/database.js';
import { AppError, invalidParams } from '../errors/app-error.js';
import { mayRunInTransaction } from '../idempotency/idempotency.interceptor.js';
import { dtosOf } from '../http/handler-dtos.js';
import type { AppRequest } from '../http/request.js';
import type { SelectiveInterceptor } from '../patches/selective-interceptors.js';
import { didYouMean } from '../text/closest-name.js';

const HANDLING = /^handling\s*=\s*"?(\w+)"?\s*(?:;|$)/i;
const WRITES = new Set(['POST', 'PUT']);

/** RFC 7240: the first preference of a name counts. */
function wantsStrict({ headers }: Request): boolean {
  if (headers['prefer'] === undefined) return false;
  const preferences = String(headers['prefer']).split(',');
  const [handling] = preferences.flatMap((each) => HANDLING.exec(each.trim())?.[1] ?? []);
  return handling?.toLowerCase() === 'strict';
}

interface StrictOptions {
  readonly db: Database;
  /** Built with the first strict request, because it is slow. */
  readonly document: () => OpenAPIObject;
  /** The pipe of all DTOs. */
  readonly pipe: PipeTransform;
  /** Undocumented query parameters. */
  readonly alsoInQuery: readonly string[];
  /** Requests in the format of other programs. */
  readonly isExempt: (request: Request) => boolean;
}

/** With `Prefer: handling=strict`, refuses undocumented names instead of ignoring them. */
export class StrictHandling implements SelectiveInterceptor {
  private known: KnownNames | null = null;

  constructor(private readonly options: StrictOptions) {}

  concerns(request: AppRequest): boolean {
    return request.principal !== undefined && wantsStrict(request) && !this.options.isExempt(request);
  }

  async intercept(context: ExecutionContext, next: CallHandler<unknown>): Promise<Observable<unknown>> {
    const request = context.switchToHttp().getRequest<AppRequest>();
    const { db, document, alsoInQuery } = this.options;
    context.switchToHttp().getResponse<Response>().setHeader('Preference-Applied', 'handling=strict');
    this.known ??= new KnownNames(document(), alsoInQuery);
    const unknown = this.known.unknownIn(request);
    if (Object.keys(unknown).length === 0) return next.handle();
    // Most errors of a write are found by the services, so they run too and are rolled back.
    const others =
      WRITES.has(request.method) && mayRunInTransaction(context.getHandler())
        ? await faultsOf(() => db.ambientDryRun(() => firstValueFrom(next.handle())))
        : await this.faultsOfDtos(context, request);
    throw invalidParams({ ...unknown, ...others });
  }

  private async faultsOfDtos(context: ExecutionContext, { query, body }: AppRequest): Promise<ValidationErrors> {
    let faults: ValidationErrors = {};
    for (const type of ['query', 'body'] as const)
      for (const metatype of dtosOf(context, type)) {
        const sent: unknown = type === 'query' ? query : body;
        const check = (): Promise<unknown> => Promise.resolve(this.options.pipe.transform(sent, { type, metatype }));
        faults = { ...faults, ...(await faultsOf(check)) };
      }
    return faults;
  }
}

type ValidationErrors = Readonly<Record<string, string>>;

/** The refused fields. Other errors are reported once the names are right. */
async function faultsOf(work: () => Promise<unknown>): Promise<ValidationErrors> {
  try {
    await work();
  } catch (error) {
    if (error instanceof AppError) return (error.options.data?.['params'] as ValidationErrors | undefined) ?? {};
    if (!(error instanceof HttpException)) throw error;
  }
  return {};
}

type Json = Readonly<Record<string, unknown>>;

interface DocumentedOperation {
  readonly query: ReadonlySet<string>;
  /** Schemas; none for a body that is not checked. */
  readonly body: readonly Json[];
}

interface Content {
  readonly content?: Readonly<Record<string, { readonly schema?: Json }>>;
}

/** Limits the size of the answer. */
const MAX_NAMES = 100;
const MAX_NAME_LENGTH = 100;

/** The documented query parameters and body members, by operation. */
class KnownNames {
  private readonly operations = new Map<string, DocumentedOperation>();
  private readonly schemas: Json;

  /** @param alsoInQuery parameters of all operations that the document does not name. */
  constructor({ paths, components }: OpenAPIObject, alsoInQuery: readonly string[] = []) {
    this.schemas = components?.schemas ?? {};
    for (const [path, item] of Object.entries(paths)) {
      const operations = item as Record<string, Json>;
      for (const [method, operation] of Object.entries(operations)) {
        // What was read can be sent back, with the members that only responses have.
        const sources = [operation, method === 'put' ? operations['get'] : undefined];
        const shown = sources.flatMap((each) => this.shownBy(each));
        const key = keyOf(method, path.replace(/\{(\w+)\}/g, ':$1'));
        this.operations.set(key, documented(operation, alsoInQuery, shown));
      }
    }
  }

  /** @returns nothing for undocumented routes. */
  unknownIn({ method, route, query, body }: Request): ValidationErrors {
    const { path } = route as { readonly path: string };
    const operation = this.operations.get(keyOf(method === 'HEAD' ? 'GET' : method, path));
    const unknown: Record<string, string> = {};
    if (!operation) return unknown;
    for (const name of Object.keys(query)) if (!operation.query.has(name)) add(unknown, name, name, operation.query);
    if (operation.body.length > 0) this.check(body, operation.body, '', unknown);
    return unknown;
  }

  /** Returns the schemas of a success and of its members, because most responses hold the resource in one; not those with free names. */
  private shownBy({ responses = {} }: Json = {}): Json[] {
    const { content = {} } = ((responses as Readonly<Record<string, Json>>)['200'] ?? {}) as Content;
    const schema = content['application/json']?.schema;
    const whole = schema === undefined ? [] : this.variantsOf(schema);
    const members = whole.flatMap(({ properties = {} }) => Object.values(properties as Record<string, Json>));
    return [...whole, ...members.flatMap((member) => this.variantsOf(member))].filter(
      ({ properties, additionalProperties: others = false }) => properties !== undefined && others === false,
    );
  }

  private check(value: unknown, schemas: readonly Json[], path: string, unknown: Record<string, string>): void {
    if (typeof value !== 'object' || value === null) return;
    const variants = schemas.flatMap((schema) => this.variantsOf(schema));
    const pathOf = (name: string): string => (path === '' ? name : `${path}.${name}`);
    if (Array.isArray(value)) {
      const items = variants.flatMap(({ items: item }) => (item === undefined ? [] : [item as Json]));
      if (items.length > 0)
        for (const [index, item] of value.entries()) this.check(item, items, pathOf(String(index)), unknown);
      return;
    }
    const known = variants.flatMap(({ properties }) => (properties === undefined ? [] : [properties as Json]));
    const isFree = variants.some(
      ({ type, properties, additionalProperties: others }) =>
        (others !== undefined && others !== false) || (isObjectType(type) && properties === undefined),
    );
    if (isFree || known.length === 0) return;
    const names = new Set(known.flatMap((properties) => Object.keys(properties)));
    for (const [name, member] of Object.entries(value))
      if (names.has(name)) {
        const holders = known.filter((properties) => Object.hasOwn(properties, name));
        this.check(
          member,
          holders.map((properties) => properties[name] as Json),
          pathOf(name),
          unknown,
        );
      } else add(unknown, pathOf(name), name, names);
  }

  /** Resolves references: the schema and all that it combines. */
  private variantsOf(schema: Json): Json[] {
    const { $ref: ref, allOf = [], anyOf = [], oneOf = [] } = schema;
    if (typeof ref === 'string') return this.variantsOf((this.schemas[ref.split('/').pop() ?? ''] ?? {}) as Json);
    const combined = [...(allOf as Json[]), ...(anyOf as Json[]), ...(oneOf as Json[])];
    return [schema, ...combined.flatMap((each) => this.variantsOf(each))];
  }
}

const keyOf = (method: string, route: string): string => `${method.toUpperCase()} ${route}`;

function documented(
  { parameters = [], requestBody }: Json,
  alsoInQuery: readonly string[],
  shown: readonly Json[],
): DocumentedOperation {
  const inQuery = (parameters as readonly Json[]).filter(({ in: place }) => place === 'query');
  // An operation without a body knows no member.
  const none: Content = { content: { 'application/json': { schema: { properties: {} } } } };
  const { content = {} } = (requestBody ?? none) as Content;
  const schema = content['application/json']?.schema;
  return {
    query: new Set([...inQuery.map(({ name }) => String(name)), ...alsoInQuery]),
    body: schema === undefined ? [] : [schema, ...(requestBody === undefined ? [] : shown)],
  };
}

const isObjectType = (type: unknown): boolean => type === 'object' || (Array.isArray(type) && type.includes('object'));

function add(unknown: Record<string, string>, path: string, name: string, known: ReadonlySet<string>): void {
  if (Object.keys(unknown).length >= MAX_NAMES) return;
  unknown[path.slice(0, MAX_NAME_LENGTH)] = `is not known${didYouMean(name, known)}`;
}
