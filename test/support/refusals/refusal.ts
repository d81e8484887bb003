import { isDeepStrictEqual } from 'node:util';
import type { HostileClient, HostileRequest, SentAnswer } from '../hostile-client.js';

/** A request and the complete expected response. */
export interface Refusal {
  readonly request: HostileRequest;
  readonly status: 400 | 404 | 405 | 409;
  /** Null if the specification omits it. */
  readonly code: string | null;
  readonly message: string;
  /** Members of `data` besides the status, the request id, and the URL. */
  readonly data?: Readonly<Record<string, unknown>>;
}

/** One invalid parameter, by default with the standard message. */
export function badParam(
  request: HostileRequest,
  field: string,
  reason: string,
  message = `Invalid parameter: ${field} ${reason}`,
): Refusal {
  return { request, status: 400, code: 'rest_invalid_param', message, data: { params: { [field]: reason } } };
}

export const invalidId = (request: HostileRequest): Refusal => ({
  request,
  status: 404,
  code: 'rest_post_invalid_id',
  message: 'Invalid post ID.',
});

export const wrongMethod = (request: HostileRequest, methods: string): Refusal => ({
  request,
  status: 405,
  code: 'rest_method_not_allowed',
  message: `This path has the methods ${methods}.`,
});

export const invalidJson = (request: HostileRequest, reason: string): Refusal => ({
  request,
  status: 400,
  code: 'rest_invalid_json',
  message: 'Invalid JSON body passed.',
  data: { params: { body: reason } },
});

/** Sends all requests and returns those with another status, message, field, or body shape than expected. */
export async function unexpectedAnswers(client: HostileClient, refusals: readonly Refusal[]): Promise<string[]> {
  const answers = await client.sendAll(refusals.map(({ request }) => request));
  return refusals.flatMap((refusal, index) => {
    const answer = answers[index];
    if (!answer) throw new Error('every request has an answer');
    const expected = bodyOf(refusal, answer);
    const asExpected =
      answer.status === refusal.status &&
      typeof answer.requestId === 'string' &&
      isDeepStrictEqual(parsed(answer), expected);
    return asExpected
      ? []
      : [`${answer.request} -> ${answer.status} ${answer.body.slice(0, 400)} instead of ${JSON.stringify(expected)}`];
  });
}

function bodyOf({ code, message, status, data = {} }: Refusal, { requestId }: SentAnswer): object {
  const doc_url = `http://carillon.test/docs/errors#${code ?? 'no_code'}`;
  return { ...(code === null ? {} : { code }), message, data: { status, ...data, request_id: requestId, doc_url } };
}

/** Removes suggestions from a body, because they depend on the similarity of names. */
export const withoutSuggestions = (body: string): string => body.replace(/; did you mean [^"?]+\?/g, '');

function parsed({ body }: SentAnswer): unknown {
  try {
    return JSON.parse(withoutSuggestions(body)) as unknown;
  } catch {
    return body;
  }
}
