import { domainToASCII } from 'node:url';

/** Returns the domain of an address, or a domain itself, in the form that mail servers use: lower case and ASCII. */
export function domainOf(address: string): string {
  const domain = address.slice(address.lastIndexOf('@') + 1).toLowerCase();
  return /[^\u0020-\u007e]/.test(domain) ? domainToASCII(domain) || domain : domain;
}
