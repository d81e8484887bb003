import type { FuzzAnswer } from './fuzz-client.js';

/** Internal details: stack traces, SQL statements, drivers, files, and addresses of internal servers. */
const INSIDE = [
  /\bat .+:\d+:\d+\)?/,
  /node_modules|\.ts\b|\.js\b|\/src\/|\/dist\//,
  /\b(SELECT|INSERT INTO|UPDATE|DELETE FROM)\b.+?\b(FROM|VALUES|SET|WHERE)\b/,
  /QueryFailedError|ER_[A-Z_]+|errno|sqlMessage|SQLSTATE|ECONNREFUSED|ETIMEDOUT/,
  /typeorm|mysql|mariadb|ioredis|\bbull\b|\bexpress\b|nestjs|class-validator/i,
  /TypeError|ReferenceError|SyntaxError|RangeError|Cannot read|is not a function|Unexpected token/,
  /127\.0\.0\.1|localhost|carillon_test_/,
];
const ADDRESS = /[^\s@<>"'(),:;\\]+@[^\s@<>"'(),:;\\]+\.[a-z]+/gi;

/**
 * Returns the internal details in an error, or an empty list.
 * @param asked the content of the request, which may be echoed.
 */
export function leakedInternals(body: string, asked = ''): string[] {
  const root = process.cwd();
  const seen = INSIDE.map((pattern) => ({ pattern, match: pattern.exec(body)?.[0] }))
    .filter(({ match }) => match !== undefined && !asked.includes(match))
    .map(({ pattern }) => String(pattern));
  return [...seen, ...(body.includes(root) ? [root] : [])];
}

/** Returns how an error differs from the specified shape, or nothing. */
export function shapeError({ status, body }: { readonly status: number; readonly body: string }): string | null {
  let parsed: Record<string, unknown>;
  try {
    parsed = JSON.parse(body) as Record<string, unknown>;
  } catch {
    return 'no JSON';
  }
  const data = parsed['data'] as Record<string, unknown> | undefined;
  // The specification omits the code if a contact exists already.
  if (typeof parsed['code'] !== 'string' && status !== 409) return 'no code';
  if (typeof parsed['message'] !== 'string' || parsed['message'] === '') return 'no message';
  if (data?.['status'] !== status) return 'another status in data';
  if (typeof data['request_id'] !== 'string') return 'no request id';
  const members = Object.keys(parsed).filter((name) => !['code', 'message', 'data'].includes(name));
  return members.length > 0 ? `more members: ${members.join()}` : null;
}

/**
 * Returns all errors of a response that are independent of the request. @param secrets values that no response may contain.
 */
export function faultsOf(answer: FuzzAnswer, secrets: readonly string[]): string[] {
  const { request, status, type, body } = answer;
  const faults: string[] = [];
  if (status === 0) faults.push('no answer');
  if (status >= 500) faults.push('an error of ours');
  if (secrets.some((secret) => body.includes(secret))) faults.push('a secret');
  const hasErrorBody = status >= 400 && request.method !== 'head';
  if (hasErrorBody) {
    const asked = requestText(answer);
    faults.push(...leakedInternals(body, asked).map((pattern) => `reveals internals: ${pattern}`));
    const foreignAddresses = (body.match(ADDRESS) ?? []).filter((address) => !asked.includes(address.toLowerCase()));
    if (foreignAddresses.length > 0) faults.push(`foreign addresses: ${foreignAddresses.join()}`);
    // Public pages respond with HTML.
    const isPage = !request.path.startsWith('~') && type.startsWith('text/html');
    const shape = isPage ? null : shapeError(answer);
    if (shape !== null) faults.push(`an error of another shape: ${shape}`);
  }
  return faults;
}

export const described = ({ request, status, body, usedMs }: FuzzAnswer): string =>
  `${status} in ${usedMs.toFixed(0)} ms: ${request.method} ${request.path.slice(0, 200)} (${request.what}) ` +
  `${String(request.body ?? '').slice(0, 300)} -> ${body.slice(0, 300)}`;

/** In lower case, because addresses are returned so. */
function requestText({ request: { path, body } }: FuzzAnswer): string {
  const sent = `${path} ${readable(path)} ${body?.toString() ?? ''}`;
  // Items of a list are returned with a space after the comma.
  const text = `${sent} ${sent.replaceAll(',', ', ')}`;
  return `${text} ${text.toLowerCase()}`;
}

function readable(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return '';
  }
}
