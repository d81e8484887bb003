import { isDeepStrictEqual } from 'node:util';
import { type ArgumentMetadata, ValidationPipe, type ValidationError } from '@nestjs/common';
import { type AppError, invalidParam, invalidParams } from '../errors/app-error.js';
import { rememberMetadata } from '../patches/validation-metadata.js';
import { membersOf } from './json-body.js';

/** The largest array of any field; fields have lower limits. */
const MAX_ITEMS = 5_000;

rememberMetadata();

class DtoPipe extends ValidationPipe {
  /** Classes whose instance for a request without a query is a new instance. */
  private readonly unchangedByNoQuery = new Set<unknown>();

  /** Validating a million items blocks the process for seconds, so count them first. */
  override async transform(value: unknown, metadata: ArgumentMetadata): Promise<unknown> {
    if (metadata.type === 'body') {
      refuseExcess(value);
      // Otherwise members named like array methods, such as `values`, would be looked up there.
      if (this.toValidate(metadata)) membersOf(value);
    }
    const { metatype } = metadata;
    const hasQuery = metadata.type !== 'query' || metatype === undefined || Object.keys(value as object).length > 0;
    if (hasQuery) return super.transform(value, metadata) as Promise<unknown>;
    if (!this.unchangedByNoQuery.has(metatype)) {
      const query = (await super.transform(value, metadata)) as object;
      if (!isDeepStrictEqual(query, new metatype())) return query;
      this.unchangedByNoQuery.add(metatype);
    }
    return new metatype();
  }

  /** Nest would convert `0x10`, `1e3`, and blanks to numbers before the path id pipe could refuse them. */
  protected override transformPrimitive(value: unknown): unknown {
    return value;
  }
}

/** @throws AppError rest_invalid_param for an array or object larger than any field accepts. */
function refuseExcess(body: unknown): void {
  const visit = (value: unknown, path: string): void => {
    if (typeof value !== 'object' || value === null) return;
    const members = Object.entries(value);
    if (members.length > MAX_ITEMS)
      throw invalidParam(path || 'body', `must hold at most ${MAX_ITEMS} items; ${members.length} were sent`);
    for (const [name, member] of members) visit(member, path === '' ? name : `${path}.${name}`);
  };
  visit(body, '');
}

/** The pipe of all DTOs: drops unknown members and reports all invalid fields at once. */
export function validationPipe(): ValidationPipe {
  return new DtoPipe({
    transform: true,
    whitelist: true,
    stopAtFirstError: true,
    validationError: { target: false, value: true },
    exceptionFactory: (errors) => toAppError(errors),
  });
}

function toAppError(errors: readonly ValidationError[]): AppError {
  return invalidParams(Object.fromEntries(flatten(errors)));
}

function flatten(errors: readonly ValidationError[], path = ''): [field: string, reason: string][] {
  return errors.flatMap((error) => {
    const field = path === '' ? error.property : `${path}.${error.property}`;
    const [reason] = Object.values(error.constraints ?? {});
    const own: [string, string][] =
      reason === undefined ? [] : [[field, error.value === undefined ? 'is required' : reason]];
    return [...own, ...flatten(error.children ?? [], field)];
  });
}
