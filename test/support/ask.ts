import { request } from 'node:http';
import { CEILING_MS } from './ceiling.js';

/** The result of one request; null if the connection failed. */
export type Status = number | null;

/** Sends one request over a new connection, without retries. */
export function ask(url: string, authorization: string, body?: unknown): Promise<Status> {
  return new Promise((resolve) => {
    const text = body === undefined ? '' : JSON.stringify(body);
    const headers = { authorization, 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) };
    const outgoing = request(
      url,
      { method: body === undefined ? 'GET' : 'POST', agent: false, headers },
      (response) => {
        // A truncated response counts as none.
        response.resume();
        response.once('end', () => {
          resolve(response.statusCode ?? null);
        });
        response.once('error', () => {
          resolve(null);
        });
      },
    );
    outgoing.setTimeout(CEILING_MS, () => outgoing.destroy());
    outgoing.once('error', () => {
      resolve(null);
    });
    outgoing.end(text);
  });
}
