import { ValidationPipe, type ValidationError } from '@nestjs/common';
import { type AppError, invalidParams } from '../errors/app-error.js';

/** Nest would turn `0x10`, `1e3` and a blank into numbers before the pipe of a path id could refuse them. */
class DtoPipe extends ValidationPipe {
  protected override transformPrimitive(value: unknown): unknown {
    return value;
  }
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
