import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { DevelopmentAuthority } from '../../src/modules/development/webhook-receiver/certificate-authority.js';
import { stopAtEnd } from './stop-at-end.js';

/** A token endpoint (RFC 6749 section 6) that exchanges refresh tokens, as strictly as a test asks for. */
export class TokenEndpoint {
  /** The parameters of each request. */
  readonly requests: Readonly<Record<string, string>>[] = [];
  readonly refreshTokens = new Set<string>();
  /** Replaces each refresh token when it is used; then the former one is refused. */
  rotates = false;
  expiresIn: number | undefined = 3_600;
  /** Answers this instead. */
  failure: { readonly status: number; readonly body: string } | null = null;
  /** Called after a request was counted and before it is answered. */
  beforeAnswer: () => Promise<void> = () => Promise.resolve();
  private issued = 0;

  private constructor(private readonly server: Server) {}

  static async start(dataDir: string): Promise<TokenEndpoint> {
    const authority = await DevelopmentAuthority.of(dataDir);
    const server = createServer(await authority.issue({ hosts: ['localhost', '127.0.0.1'] }));
    const endpoint = stopAtEnd(new TokenEndpoint(server));
    server.on('request', (request, response) => {
      let text = '';
      request.on('data', (chunk: Buffer) => (text += chunk.toString()));
      request.on('end', () => {
        const { status, body } = endpoint.answer(Object.fromEntries(new URLSearchParams(text)));
        void endpoint.beforeAnswer().then(() => {
          response.writeHead(status, { 'Content-Type': 'application/json' }).end(body);
        });
      });
    });
    await endpoint.accept(0);
    return endpoint;
  }

  get url(): string {
    return `https://127.0.0.1:${this.port}/token`;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  /** The newest access token. */
  get accessToken(): string {
    return `access-token-${this.issued}`;
  }

  /** Stops listening and closes open connections. */
  async refuse(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  async accept(port: number): Promise<void> {
    await new Promise<void>((resolve) => this.server.listen(port, '127.0.0.1', resolve));
  }

  async stop(): Promise<void> {
    if (this.server.listening) await this.refuse();
  }

  private answer(parameters: Record<string, string>): { readonly status: number; readonly body: string } {
    this.requests.push(parameters);
    if (this.failure) return this.failure;
    const used = parameters['refresh_token'] ?? '';
    if (parameters['grant_type'] !== 'refresh_token' || !this.refreshTokens.has(used))
      return { status: 400, body: JSON.stringify({ error: 'invalid_grant', error_description: `not ${used}` }) };
    this.issued += 1;
    const rotated = `${used.replace(/\.\d+$/, '')}.${this.issued}`;
    if (this.rotates) {
      this.refreshTokens.delete(used);
      this.refreshTokens.add(rotated);
    }
    return {
      status: 200,
      body: JSON.stringify({
        access_token: this.accessToken,
        token_type: 'Bearer',
        expires_in: this.expiresIn,
        ...(this.rotates ? { refresh_token: rotated } : {}),
        padding: 'x'.repeat(5_000),
      }),
    };
  }
}
