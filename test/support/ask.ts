import { request } from 'node:http';

/** What came of one request; null when the connection broke. */
export type Status = number | null;

/** One request over a connection of its own, tried once. */
export function ask(url: string, authorization: string, body?: unknown): Promise<Status> {
  return new Promise((resolve) => {
    const text = body === undefined ? '' : JSON.stringify(body);
    const headers = { authorization, 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) };
    const outgoing = request(
      url,
      { method: body === undefined ? 'GET' : 'POST', agent: false, headers },
      (response) => {
        // Half an answer is none.
        response.resume();
        response.once('end', () => {
          resolve(response.statusCode ?? null);
        });
        response.once('error', () => {
          resolve(null);
        });
      },
    );
    // Whether it is answered is asked here, not how soon: many processes share the machine of a test.
    outgoing.setTimeout(60_000, () => outgoing.destroy());
    outgoing.once('error', () => {
      resolve(null);
    });
    outgoing.end(text);
  });
}
