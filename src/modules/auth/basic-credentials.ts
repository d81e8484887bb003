import { AppError } from '../../platform/errors/app-error.js';
import { decodedBasic } from '../../platform/http/basic-header.js';

/** RFC 7617: the realm, and that names and passwords are UTF-8. */
export const CHALLENGE = 'Basic realm="api", charset="UTF-8"';

/**
 * The library cuts the password at its first colon, so that anything could follow it; RFC 7617 ends the name at the
 * first colon and gives the password all the rest.
 */
export function basicCredentials(header: string | undefined): { username: string; password: string } | null {
  const decoded = decodedBasic(header);
  if (decoded === null) return null;
  const colon = decoded.indexOf(':');
  if (colon < 1 || colon === decoded.length - 1) return null;
  return { username: decoded.slice(0, colon), password: decoded.slice(colon + 1) };
}

/** Nothing usable was sent. */
export function notLoggedIn(): AppError {
  return new AppError('rest_not_logged_in', 'You are not currently logged in.', {
    headers: { 'WWW-Authenticate': CHALLENGE },
  });
}
