import { ValidationPipe, type ValidationError } from '@nestjs/common';
import { type AppError, invalidParams } from '../errors/app-error.js';

/** The pipe every DTO goes through: unknown members are dropped, every faulty field is reported at once. */
export function validationPipe(): ValidationPipe {
  return new ValidationPipe({
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
