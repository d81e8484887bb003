import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Logger } from 'pino';
import { ulid } from '../ids/ulid.js';

/** Replaces targets that cannot be read. It contains a space, so no client can send it. */
export const MALFORMED_TARGET = '/malformed target';
const STATUS_OF_FAULT: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};

/** Reads absolute targets as their path (RFC 9112, section 3.2.2), and answers requests that Node cannot parse like all others. */
export function readTargets(server: Server, log: Logger): void {
  server.prependListener('request', (request) => {
    const { url: target = '' } = request;
    if (target.startsWith('/') || target === '*') return;
    const url = URL.canParse(target) ? new URL(target) : null;
    request.url = url && /^https?:$/.test(url.protocol) ? url.pathname + url.search : MALFORMED_TARGET;
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket & { _httpMessage?: ServerResponse }) => {
    // Not into the answer of an earlier request.
    if (!socket.writable || socket._httpMessage?.headersSent) {
      socket.destroy();
      return;
    }
    const status = STATUS_OF_FAULT[error.code ?? ''] ?? '400 Bad Request';
    const data = { status: Number.parseInt(status, 10), request_id: ulid() };
    const body = JSON.stringify({ code: 'rest_invalid_param', message: 'The request could not be read.', data });
    const head = `Connection: close\r\nX-Request-Id: ${data.request_id}\r\nContent-Type: application/json; charset=utf-8`;
    socket.end(`HTTP/1.1 ${status}\r\n${head}\r\nContent-Length: ${body.length}\r\n\r\n${body}`);
    log.info(
      { requestId: data.request_id, req: {}, res: { status: data.status } },
      `request unreadable: ${error.code}`,
    );
  });
}
