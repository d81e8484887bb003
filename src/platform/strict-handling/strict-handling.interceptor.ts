import { type CallHandler, type ExecutionContext, HttpException, type PipeTransform } from '@nestjs/common';
import type { OpenAPIObject } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { type Observable, firstValueFrom } from 'rxjs';
import type { Database } from '../database/database.js';
import { AppError, invalidParams } from '../errors/app-error.js';
import { mayRunInTransaction } from '../idempotency/idempotency.interceptor.js';
import { KnownNames } from './known-names.js';
import { dtosOf } from '../http/handler-dtos.js';
import type { AppRequest } from '../http/request.js';
import type { SelectiveInterceptor } from '../patches/selective-interceptors.js';

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
