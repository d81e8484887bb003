import { domainOf } from './domain-of.js';

it.each([
  ['"odd@local"@Example.COM', 'example.com'],
  ['ada@MÜNCHEN.example', 'xn--mnchen-3ya.example'],
  ['example.com', 'example.com'],
  ['ada@', ''],
])('the domain of %s is %s', (address, domain) => {
  expect(domainOf(address)).toBe(domain);
});
