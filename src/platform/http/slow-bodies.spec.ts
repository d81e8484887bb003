import { type AddressInfo, connect, type Socket } from 'node:net';
import { type Server, createServer } from 'node:http';
import express from 'express';
import { waitUntil } from '../../../test/support/wait-until.js';
import type { AppRequest } from './request.js';
import { cutSlowBodies, type SlowBodyLimits } from './read-body.js';

const FORM = 'Content-Type: multipart/form-data; boundary=x\r\n';
const MANAGER = 'Authorization: Basic YTpi\r\n';
const HOUR_MS = 3_600_000;

describe('a body that takes too long', () => {
  let server: Server;
  let asked: number;

  afterEach(() => {
    server.close();
    server.closeAllConnections();
  });

  /** Limits that are not given are an hour. */
  async function serve(limits: SlowBodyLimits): Promise<void> {
    asked = 0;
    const app = express();
    app.use(cutSlowBodies({ maxAnonymousMs: HOUR_MS, afterAnswerMs: HOUR_MS, ...limits }));
    // As the guards do.
    app.use((plain, _response, next) => {
      const request = plain as AppRequest;
      if (request.headers.authorization?.startsWith('Basic') === true) {
        request.principal = { managerId: 1, username: 'a', credentialId: 1, permissions: [] };
      }
      asked += 1;
      next();
    });
    app.use((request, response) => {
      if (request.headers.authorization === 'wrong') response.end('refused');
      else request.resume().once('end', () => response.end('read'));
    });
    server = createServer(app);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  }

  /** Sends the first half of a body. `answer` is what has come back when the connection is closed. */
  async function started(path: string, head = ''): Promise<{ socket: Socket; answer: Promise<string> }> {
    const before = asked;
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    let text = '';
    socket.on('error', () => undefined);
    socket.on('data', (chunk: Buffer) => (text += chunk.toString()));
    const answer = new Promise<string>((resolve) => {
      socket.once('close', () => {
        resolve(text);
      });
    });
    socket.write(`POST ${path} HTTP/1.1\r\nHost: x\r\n${head}Content-Length: 4\r\n\r\nab`);
    await waitUntil('the server has got the request', () => asked > before);
    return { socket, answer };
  }

  it('T50 is cut off without credentials', async () => {
    await serve({ maxAnonymousMs: 50 });
    const manager = await started('/', MANAGER);
    const anonymous = await started('/');
    expect(await anonymous.answer).toBe('');
    manager.socket.end('cd');
    expect(await manager.answer).toMatch(/read$/);
  });

  it('is read if it comes in time', async () => {
    await serve({});
    const { socket, answer } = await started('/');
    socket.end('cd');
    expect(await answer).toMatch(/read$/);
  });

  it('is not listened to for long by whom it was answered before its end', async () => {
    await serve({ afterAnswerMs: 50 });
    const { answer } = await started('/files', `${FORM}Authorization: wrong\r\n`);
    expect(await answer).toMatch(/refused$/);
  });
});
