/** Returns the domain of a validated address in the form that mail servers use. */
export function domainOf(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1).toLowerCase();
}
