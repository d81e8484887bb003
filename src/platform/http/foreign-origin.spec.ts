import type { Request, Response } from 'express';
import { AppError } from '../errors/app-error.js';
import { refuseForeignOrigins } from './foreign-origin.js';

const check = refuseForeignOrigins('https://mail.example.com/carillon');

/** The code of the refusal; null where the request goes on. */
function verdict(headers: Record<string, string>, method = 'POST', path = '/api/v2/lists'): string | null {
  let error: unknown;
  const request = { method, path, protocol: 'http', headers: { host: '10.0.0.7:3000', ...headers } };
  check(request as unknown as Request, {} as Response, (thrown?: unknown) => (error = thrown));
  return error instanceof AppError ? error.code : null;
}

describe('writes that a browser sends for a page', () => {
  it.each([
    { origin: 'https://evil.example' },
    { origin: 'https://mail.example.com.evil.example' },
    { origin: 'https://mail.example.com:8443' },
    { origin: 'http://mail.example.com' },
    { origin: 'null' },
    { origin: 'null', 'sec-fetch-site': 'same-site' },
    { origin: 'https://evil.example', 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'cross-site' },
    { origin: 'https://mail.example.com', 'sec-fetch-site': 'cross-site' },
  ])('are refused with %j', (headers) => {
    expect(verdict(headers)).toBe('foreign_origin');
    for (const method of ['PUT', 'DELETE', 'PATCH']) expect(verdict(headers, method)).toBe('foreign_origin');
  });

  it.each([
    {},
    { origin: 'https://mail.example.com' },
    { origin: 'http://10.0.0.7:3000' },
    { origin: 'null', 'sec-fetch-site': 'same-origin' },
    { 'sec-fetch-site': 'none' },
    { origin: 'https://mail.example.com', 'sec-fetch-site': 'same-origin' },
  ])('pass with %j', (headers) => {
    expect(verdict(headers)).toBeNull();
  });

  it('pass where they only read, and at links of emails', () => {
    const foreign = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
    expect(verdict(foreign, 'GET')).toBeNull();
    expect(verdict(foreign, 'POST', '/t/u/token')).toBeNull();
  });
});
