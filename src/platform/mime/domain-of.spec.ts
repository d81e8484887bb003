import { domainOf } from './domain-of.js';

it('the domain of an address is in lower case, whatever its local part', () => {
  expect(domainOf('"odd@local"@Example.COM')).toBe('example.com');
});
