import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Logger, pino } from 'pino';
import type { Response } from 'express';
import type { AppConfig } from '../config/config.js';
import type { AppRequest } from '../http/request.js';
import { onBehalfOf } from '../tracing/request-trace.js';
import { logRequest } from '../http/observe-requests.js';
import { logLines, loggablePath, maskAddresses } from './logging.js';

type Line = Readonly<Record<string, unknown>>;

describe('maskAddresses', () => {
  it.each([
    ['550 <ada@example.com>: unknown', '550 <***@***>: unknown'],
    ['at a.b+c@mail.example.co.uk/inbox', 'at ***@***/inbox'],
    [
      'at load (/app/node_modules/@nestjs/core/injector.js:12:7)',
      'at load (/app/node_modules/@nestjs/core/injector.js:12:7)',
    ],
  ])('T42 masks addresses, but not the paths of packages: %s', (text, masked) => {
    expect(maskAddresses(text)).toBe(masked);
  });
});

describe('loggablePath', () => {
  it.each([
    ['/t/u/kkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkk', '/t/u/***'],
    ['/T/U/kkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkk', '/T/U/***'],
    ['/t/o/kkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkk.gif', '/t/o/***'],
    ['/api/v2/feedback/ses/1bTq2nQkYx0hW3vM5zR8uJ6sLdF4cGpE', '/api/v2/feedback/ses/***'],
    [
      '/wp-json/fluent-crm/v2/Feedback/SES/1bTq2nQkYx0hW3vM5zR8uJ6sLdF4cGpE/',
      '/wp-json/fluent-crm/v2/Feedback/SES/***/',
    ],
    ['/api/v2/feedback//generic//1bTq2nQkYx0hW3vM5zR8uJ6sLdF4cGpE?x=1', '/api/v2/feedback//generic//***'],
  ])('T42 writes no key of %s', (url, path) => {
    expect(loggablePath(url)).toBe(path);
  });

  it.each([
    ['/api/v2/subscribers/7?search=ada%40example.com', '/api/v2/subscribers/7'],
    ['/api/v2/feedback/message', '/api/v2/feedback/message'],
    ['/api/v2/feedback/providers', '/api/v2/feedback/providers'],
  ])('keeps the rest of %s', (url, path) => {
    expect(loggablePath(url)).toBe(path);
  });
});

describe('the lines of a log', () => {
  const config = { logLevel: 'info', development: false } as AppConfig;

  async function linesOf(url: string, write: (log: Logger) => void = () => undefined): Promise<Line[]> {
    const lines: Line[] = [];
    const stream = { write: (text: string) => void lines.push(JSON.parse(text) as Line) };
    const log = pino(logLines('api', config), stream);
    const server = createServer((incoming, response) => {
      const request = incoming as AppRequest;
      request.requestId = 'request-0001';
      onBehalfOf(request.requestId, () => {
        write(log);
        Object.assign(request, { principal: { username: 'ada' } });
        response.once('close', () => {
          logRequest(log, request, response as Response, 1);
        });
        response.end();
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    await fetch(`http://127.0.0.1:${port}${url}`);
    await new Promise((resolve) => server.close(resolve));
    return lines;
  }

  it('name the request that they are about, its path and who asked, once each', async () => {
    const [line] = await linesOf('/api/v2/lists?search=ada%40example.com');
    expect(line).toMatchObject({
      process: 'api',
      requestId: 'request-0001',
      manager: 'ada',
      req: { method: 'GET', path: '/api/v2/lists' },
      res: { status: 200 },
    });
    expect(JSON.stringify(line)).not.toContain('example.com');
  });

  it('that are written meanwhile name it as well', async () => {
    const [within] = await linesOf('/api/v2/lists', (log) => {
      log.info('half way');
    });
    expect(within).toMatchObject({ msg: 'half way', requestId: 'request-0001' });
  });

  it('say which database error it was, without what the statement held', async () => {
    const sqlMessage = "Duplicate entry 'O'Hara, +49 30 1234-Phone' for key 'ux_contacts_email'";
    const driverError = Object.assign(new Error(sqlMessage), {
      ...{ errno: 1062, code: 'ER_DUP_ENTRY', sqlState: '23000', sqlMessage },
      sql: "INSERT INTO contacts (phone) VALUES ('+49 30 1234-Phone')",
    });
    const errors = [driverError, Object.assign(new Error(sqlMessage), { driverError, parameters: ["O'Hara"] })];
    const lines = await linesOf('/api/v2/lists', (log) => {
      for (const err of errors) log.error({ err }, 'went wrong');
    });
    for (const line of lines.slice(0, 2)) {
      expect(line).toMatchObject({
        msg: 'went wrong',
        err: {
          ...{ type: 'Error', errno: 1062, code: 'ER_DUP_ENTRY', sql_state: '23000' },
          message: "Duplicate entry '***' for key 'ux_contacts_email'",
          stack: expect.stringContaining('logging.spec'),
        },
      });
      expect(JSON.stringify(line)).not.toMatch(/Hara|Phone/);
    }
  });

  it('of a worker name the request that is being worked for, and none when there is none', () => {
    const lines: Line[] = [];
    const stream = { write: (text: string) => void lines.push(JSON.parse(text) as Line) };
    const log = pino(logLines('worker', config), stream);
    log.info('by the clock');
    onBehalfOf('request-0002', () => {
      log.info({ job: 7 }, 'for a request');
    });
    expect(lines[0]).not.toHaveProperty('requestId');
    expect(lines[1]).toMatchObject({ requestId: 'request-0002', job: 7, process: 'worker' });
  });
});
