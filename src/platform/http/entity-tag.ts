import { hash } from 'node:crypto';
import type { Request } from 'express';

/** Reports hold the time of their making. */
const ONE_RESOURCE = /^(?!.*\/reports\/(?!scheduled\/)).*\/:\w+$/;

/** Returns whether the route is that of one resource, such as `/subscribers/:id`. */
export function isOneResource({ route }: Pick<Request, 'route'>): boolean {
  return ONE_RESOURCE.test(String((route as { readonly path?: unknown } | undefined)?.path));
}

/** Returns the strong entity tag of an answer (RFC 9110, section 8.8.3). */
export const entityTagOf = (text: string): string => `"${hash('sha1', text, 'base64url')}"`;
