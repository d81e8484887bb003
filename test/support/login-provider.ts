import { generateKeyPairSync } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider from 'oidc-provider';
import { CookieJar } from './cookie-jar.js';
import { stopAtEnd } from './stop-at-end.js';

const CLIENT = { id: 'carillon', secret: 'a secret of the client, for tests' };

/** What the provider knows about a person. */
interface Account {
  readonly name: string;
  groups: unknown;
}

/** An OpenID Connect provider on this machine, with its own login form and log-out page. */
export class LoginProvider {
  readonly accounts = new Map<string, Account>();

  private constructor(
    private readonly server: Server,
    readonly issuer: string,
  ) {}

  /** @param publicUrl of the product. */
  static async start(publicUrl: string, port = 0): Promise<LoginProvider> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
    const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const started = new LoginProvider(server, issuer);
    // It warns that its forms are for development.
    const warnings = jest.spyOn(console, 'warn').mockImplementation();
    server.on('request', new Provider(issuer, started.configuration(publicUrl)).callback());
    warnings.mockRestore();
    return stopAtEnd(started);
  }

  /** The settings of the product. */
  get env(): Record<string, string> {
    return { OIDC_ISSUER: this.issuer, OIDC_CLIENT_ID: CLIENT.id, OIDC_CLIENT_SECRET: CLIENT.secret };
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  /**
   * Logs in with the form, or without it if the jar has a session of the provider.
   * @returns the address to which the provider leads the browser.
   */
  async logIn(url: string, account: string, jar = new CookieJar()): Promise<string> {
    return this.follow(url, jar, (page) =>
      page.includes('name="login"') ? { prompt: 'login', login: account, password: 'any' } : { prompt: 'consent' },
    );
  }

  /** Confirms the log-out. */
  async logOut(url: string, jar: CookieJar): Promise<string> {
    return this.follow(url, jar, (page) => ({
      xsrf: /name="xsrf" value="([^"]+)"/.exec(page)?.[1] ?? '',
      logout: 'yes',
    }));
  }

  /** Follows redirects and submits forms until an address of another host. */
  private async follow(
    start: string,
    jar: CookieJar,
    fieldsOf: (page: string) => Record<string, string>,
  ): Promise<string> {
    let [url, body]: [string, URLSearchParams | null] = [start, null];
    for (let steps = 0; steps < 20 && url.startsWith(this.issuer); steps += 1) {
      const response = await fetch(url, {
        redirect: 'manual',
        headers: { cookie: jar.header },
        ...(body && { method: 'POST', body }),
      });
      jar.keep(response.headers.getSetCookie());
      const page = await response.text();
      const location = response.headers.get('location');
      const form = /<form[^>]* action="([^"]+)"/.exec(page)?.[1];
      if (location === null && form === undefined) throw new Error(`The provider answered ${response.status}: ${page}`);
      body = location === null ? new URLSearchParams(fieldsOf(page)) : null;
      url = new URL(location ?? form ?? '', url).href;
    }
    return url;
  }

  private configuration(publicUrl: string): object {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    return {
      clients: [
        {
          client_id: CLIENT.id,
          client_secret: CLIENT.secret,
          redirect_uris: [`${publicUrl}/console/login/callback`],
          post_logout_redirect_uris: [`${publicUrl}/console/login`],
        },
      ],
      jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256' }] },
      cookies: { keys: ['a key for tests'] },
      claims: { openid: ['sub'], profile: ['preferred_username', 'groups'], email: ['email'] },
      ttl: { Session: 3_600, Interaction: 3_600, Grant: 3_600, IdToken: 3_600, AccessToken: 3_600 },
      findAccount: (_context: unknown, id: string) => {
        const { name, groups } = this.accounts.get(id) ?? { name: id, groups: [] };
        return { accountId: id, claims: () => ({ sub: id, preferred_username: name, groups }) };
      },
    };
  }
}
