/** The cookies of a browser for one host. */
export class CookieJar {
  readonly cookies = new Map<string, string>();

  get header(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  keep(setCookies: readonly string[] = []): void {
    for (const [pair = '', ...attributes] of setCookies.map((each) => each.split(/; */))) {
      const at = pair.indexOf('=');
      const isRemoved = attributes.some((each) => /^(?:max-age=0|expires=thu, 01 jan 1970)/i.test(each));
      if (isRemoved) this.cookies.delete(pair.slice(0, at));
      else this.cookies.set(pair.slice(0, at), pair.slice(at + 1));
    }
  }
}
