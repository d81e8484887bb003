import type { Response } from 'supertest';
import { CookieJar } from './cookie-jar.js';
import type { LoginProvider } from './login-provider.js';
import type { World } from './world.js';

export const PUBLIC_URL = 'http://carillon.test';

/** The address to which a page leads by itself. */
export const refreshOf = ({ headers }: Response): string => /^0; url=(.+)$/.exec(headers['refresh'] ?? '')?.[1] ?? '';
/** The token of the forms on a page. */
export const tokenIn = ({ text }: Response): string => /name="token" value="([^"]+)"/.exec(text)?.[1] ?? '';

/** A browser with cookies for the product and the provider. */
export class Browser {
  readonly jar = new CookieJar();
  readonly atProvider = new CookieJar();

  constructor(
    private readonly world: World,
    private readonly provider: LoginProvider,
  ) {}

  async get(path: string): Promise<Response> {
    const response = await this.world.http.get(path).set('Cookie', this.jar.header).redirects(0);
    return this.keep(response);
  }

  async post(path: string, fields: Record<string, string>): Promise<Response> {
    return this.keep(await this.world.http.post(path).set('Cookie', this.jar.header).type('form').send(fields));
  }

  /** Opens the login page. @returns the address at the provider. */
  async begin(to = '/console/contacts'): Promise<string> {
    const page = await this.get(`/console/login?to=${encodeURIComponent(to)}`);
    expect(page.status).toBe(200);
    return refreshOf(page);
  }

  /** @returns the path of the callback. */
  async atLogin(account: string, to?: string): Promise<string> {
    const back = await this.provider.logIn(await this.begin(to), account, this.atProvider);
    expect(back).toMatch(/^http:\/\/carillon\.test\/console\/login\/callback\?/);
    return back.slice(PUBLIC_URL.length);
  }

  async logIn(account: string, to?: string): Promise<Response> {
    return this.get(await this.atLogin(account, to));
  }

  private keep(response: Response): Response {
    this.jar.keep(response.headers['set-cookie'] as unknown as string[] | undefined);
    return response;
  }
}
