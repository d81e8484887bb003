import type { Request, Response } from 'express';
import { requireKnownHost } from './foreign-origin.js';

const check = requireKnownHost('http://carillon.lan:3000');
const passes = (host: string | undefined): boolean => {
  let error: unknown;
  check({ headers: { host } } as unknown as Request, {} as Response, (thrown?: unknown) => (error = thrown));
  return error === undefined;
};

describe('the host that a request names', () => {
  it.each([
    'localhost:3000',
    'LOCALHOST',
    'dev.localhost:1',
    '127.0.0.1:3000',
    '[::1]:3000',
    '10.0.0.7',
    'carillon.lan',
  ])('%s is known', (host) => {
    expect(passes(host)).toBe(true);
  });

  it.each([
    'attacker.test',
    'localhost.attacker.test',
    '127.0.0.1.attacker.test',
    'carillon.lan.evil',
    '',
    'a b',
    undefined,
  ])('%s is not', (host) => {
    expect(passes(host)).toBe(false);
  });
});
