import { AppError } from '../../platform/errors/app-error.js';
import { decodedBasic } from '../../platform/http/basic-header.js';

/** RFC 7617: realm and UTF-8. */
export const CHALLENGE = 'Basic realm="api", charset="UTF-8"';

/** The library ends the password at a colon and so accepts any suffix. By RFC 7617, only the name ends at one. */
export function basicCredentials(header: string | undefined): { username: string; password: string } | null {
  const decoded = decodedBasic(header);
  if (decoded === null) return null;
  const colon = decoded.indexOf(':');
  if (colon < 1 || colon === decoded.length - 1) return null;
  return { username: decoded.slice(0, colon), password: decoded.slice(colon + 1) };
}

/** Returned for missing or malformed credentials. */
export function notLoggedIn(header?: string): AppError {
  const isToken = /^bearer /i.test(header ?? '');
  return new AppError('rest_not_logged_in', 'You are not currently logged in.', {
    ...(isToken ? { data: { reason: 'Tokens are not supported: send Basic credentials.' } } : {}),
    headers: { 'WWW-Authenticate': CHALLENGE },
  });
}
