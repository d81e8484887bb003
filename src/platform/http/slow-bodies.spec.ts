import { type AddressInfo, connect } from 'node:net';
import { type Server, createServer } from 'node:http';
import express from 'express';
import type { AppRequest } from './request.js';
import { cutSlowBodies } from './slow-bodies.js';

const FORM = 'Content-Type: multipart/form-data; boundary=x\r\n';
const MANAGER = 'Authorization: Basic YTpi\r\n';
const UPLOAD = `${FORM}${MANAGER}`;

describe('a body that takes too long', () => {
  let server: Server;

  beforeAll(async () => {
    const app = express();
    app.use(cutSlowBodies({ longestMs: 500, maxAnonymousMs: 50, afterAnswerMs: 50 }));
    // As the guards do.
    app.use((plain, _response, next) => {
      const request = plain as AppRequest;
      if (request.headers.authorization?.startsWith('Basic') === true) {
        request.principal = { managerId: 1, username: 'a', credentialId: 1, permissions: [] };
        request.takesLong =
          request.path === '/files' && request.headers['content-type']?.startsWith('multipart') === true;
      }
      next();
    });
    app.use((request, response) => {
      if (request.headers.authorization === 'wrong') response.end('refused');
      else request.resume().once('end', () => response.end('read'));
    });
    server = createServer(app);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterAll(() => {
    server.close();
    server.closeAllConnections();
  });

  /** What comes back when the second half of the body is sent after `pauseMs`. */
  const answered = (path: string, pauseMs: number, head = ''): Promise<string> =>
    new Promise((resolve) => {
      const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
      let text = '';
      socket.on('error', () => undefined);
      socket.on('data', (chunk: Buffer) => (text += chunk.toString()));
      socket.once('close', () => {
        resolve(text);
      });
      socket.write(`POST ${path} HTTP/1.1\r\nHost: x\r\n${head}Connection: close\r\nContent-Length: 4\r\n\r\nab`);
      setTimeout(() => socket.write('cd'), pauseMs);
    });

  it('T20 is cut off', async () => {
    expect(await answered('/', 2_000, MANAGER)).toBe('');
  });

  it('T50 is cut off sooner without credentials', async () => {
    expect(await answered('/', 300)).toBe('');
    expect(await answered('/', 300, MANAGER)).toMatch(/read$/);
  });

  it('is waited for where files are taken, and where it comes in time', async () => {
    expect(await answered('/files', 1_000, UPLOAD)).toMatch(/read$/);
    expect(await answered('/', 0)).toMatch(/read$/);
  });
  it.each([
    ['no form', MANAGER],
    ['a form without credentials', FORM],
  ])('is cut off where files are taken, if it is %s', async (_what, head) => {
    expect(await answered('/files', 2_000, head)).toBe('');
  });

  it('is not listened to for long by whom it was answered before its end', async () => {
    const started = performance.now();
    expect(await answered('/files', 5_000, `${FORM}Authorization: wrong\r\n`)).toMatch(/refused$/);
    expect(performance.now() - started).toBeLessThan(4_000);
  });
});
