import { type ArgumentMetadata, ValidationPipe, type ValidationError } from '@nestjs/common';
import { type AppError, invalidParam, invalidParams } from '../errors/app-error.js';
import { membersOf } from './json-body.js';

/** The largest array that any field takes; fields have limits of their own below it. */
const MAX_ITEMS = 5_000;

class DtoPipe extends ValidationPipe {
  /** Judging a million items takes seconds in which nobody else is served, so they are counted before that. */
  override async transform(value: unknown, metadata: ArgumentMetadata): Promise<unknown> {
    if (metadata.type === 'body') {
      refuseExcess(value);
      // Or members that are called like what every array has, such as `values`, would be looked for there.
      if (this.toValidate(metadata)) membersOf(value);
    }
    return super.transform(value, metadata) as Promise<unknown>;
  }

  /** Nest would turn `0x10`, `1e3` and a blank into numbers before the pipe of a path id could refuse them. */
  protected override transformPrimitive(value: unknown): unknown {
    return value;
  }
}

/** @throws AppError rest_invalid_param for an array or an object that is larger than any field takes. */
function refuseExcess(body: unknown): void {
  const visit = (value: unknown, path: string): void => {
    if (typeof value !== 'object' || value === null) return;
    const members = Object.entries(value);
    if (members.length > MAX_ITEMS) throw invalidParam(path || 'body', `must hold at most ${MAX_ITEMS} items`);
    for (const [name, member] of members) visit(member, path === '' ? name : `${path}.${name}`);
  };
  visit(body, '');
}

/** The pipe every DTO goes through: unknown members are dropped, every faulty field is reported at once. */
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
