import { invalidParam } from '../../../platform/errors/app-error.js';
import { fromJson, isObject } from '../../../platform/values/json.js';

/** Parses `Email=email,Vorname=first_name`, or a JSON object if titles contain commas. @throws AppError rest_invalid_param */
export function typedColumnMap(text: string): Record<string, string | null> {
  return text.trim().startsWith('{') ? asJson(text) : asPairs(text);
}

const FORM = 'must be like Email=email,Vorname=first_name, or a JSON object';

function asPairs(text: string): Record<string, string> {
  const pairs = text.split(',').map((pair): [string, string] => {
    // The field is after the last one: the title may contain `=`.
    const place = pair.lastIndexOf('=');
    if (place < 1) throw invalidParam('map', FORM);
    return [pair.slice(0, place).trim(), pair.slice(place + 1).trim()];
  });
  return Object.fromEntries(pairs);
}

function asJson(text: string): Record<string, string | null> {
  const map = fromJson(text);
  if (isObject(map) && Object.values(map).every((value) => typeof value === 'string' || value === null))
    return map as Record<string, string | null>;
  throw invalidParam('map', FORM);
}
