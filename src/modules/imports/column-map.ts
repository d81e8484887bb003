import { invalidParam } from '../../platform/errors/app-error.js';

/**
 * What columns are, as it is typed: `Mail=email,Vorname=first_name`, or a JSON object where titles hold commas.
 * @throws AppError rest_invalid_param
 */
export function typedColumnMap(text: string): Record<string, string | null> {
  return text.trim().startsWith('{') ? asJson(text) : asPairs(text);
}

const FORM = 'must be like Mail=email,Vorname=first_name, or a JSON object';

function asPairs(text: string): Record<string, string> {
  const pairs = text.split(',').map((pair): [string, string] => {
    // What it is stands behind the last one: the title is anybody's.
    const place = pair.lastIndexOf('=');
    if (place < 1) throw invalidParam('map', FORM);
    return [pair.slice(0, place).trim(), pair.slice(place + 1).trim()];
  });
  return Object.fromEntries(pairs);
}

function asJson(text: string): Record<string, string | null> {
  let map: unknown;
  try {
    map = JSON.parse(text);
  } catch {
    throw invalidParam('map', FORM);
  }
  const isMap = Object.values(map as object).every((value) => typeof value === 'string' || value === null);
  if (!isMap) throw invalidParam('map', FORM);
  return map as Record<string, string | null>;
}
