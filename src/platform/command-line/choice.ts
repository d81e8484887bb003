import { invalidParam } from '../errors/app-error.js';
import { mustBeOneOf } from '../text/closest-name.js';

/** Reads an option whose values are known. @throws AppError rest_invalid_param naming them. */
export function choice<Value extends string>(option: string, known: readonly Value[], value: string): Value {
  const found = known.find((each) => each === value);
  if (found === undefined) throw invalidParam(option, mustBeOneOf(known, value));
  return found;
}
