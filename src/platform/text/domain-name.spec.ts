import { domainName, domainOf } from './email-address.js';

describe('the name of a domain', () => {
  it.each([
    ['Mail.Example.COM', 'mail.example.com'],
    [' bounces.example.com. ', 'bounces.example.com'],
    ['müller.example', 'xn--mller-kva.example'],
    ['xn--mller-kva.example', 'xn--mller-kva.example'],
  ])('reads %j as %s', (text, name) => {
    expect(domainName(text)).toBe(name);
  });

  it.each([
    '',
    'localhost',
    '.',
    'a..b',
    '-a.example',
    'a-.example',
    '127.0.0.1',
    'a b.example',
    'a.example/b',
    'mü.example/b',
    'mü%2eexample',
    'ada@mü.example',
    `${'a'.repeat(64)}.de`,
  ])('refuses %j', (text) => {
    expect(domainName(text)).toBeNull();
  });
});

it.each([
  ['"odd@local"@Example.COM', 'example.com'],
  ['ada@MÜNCHEN.example', 'xn--mnchen-3ya.example'],
  ['example.com', 'example.com'],
  ['ada@', ''],
])('the domain of %s is %s', (address, domain) => {
  expect(domainOf(address)).toBe(domain);
});
