import { providerOfDomain, providerOfHost } from './mailbox-provider.js';

it.each([
  ['aspmx.l.google.com', 'google'],
  ['ALT1.ASPMX.L.GOOGLE.COM.', 'google'],
  ['example-com.mail.protection.outlook.com', 'microsoft'],
  ['example-com.b-v1.mx.microsoft', 'microsoft'],
  ['mta7.am0.yahoodns.net', 'yahoo'],
  ['mx01.mail.icloud.com', 'apple'],
  ['mx1.hostingshop.co.uk', 'hostingshop.co.uk'],
  ['localhost', 'localhost'],
])('the mail host %s belongs to %s', (host, provider) => {
  expect(providerOfHost(host)).toBe(provider);
});

it.each([
  ['gmail.com', 'google'],
  ['hotmail.co.uk', 'microsoft'],
  ['yahoo.fr', 'yahoo'],
  ['web.de', 'gmx'],
  ['example.com', null],
  ['notgmail.com', null],
])('%s needs no lookup: %s', (domain, provider) => {
  expect(providerOfDomain(domain)).toBe(provider);
});
