import { Inject, Injectable, Logger } from '@nestjs/common';
import type { Configuration } from 'openid-client';
import { APP_CONFIG, type AppConfig } from '../../platform/config/config.js';
import { unavailable } from '../../platform/errors/app-error.js';
import type { Person } from './managers/managers.service.js';
import type { LoginInProgress } from './browser-sessions.service.js';

type LoggedIn = Person & { readonly idToken: string };

const TIMEOUT_SECONDS = 5;

/** Logs people in by the authorization code flow of OpenID Connect, with PKCE. */
@Injectable()
export class OpenIdProvider {
  private readonly logger = new Logger(OpenIdProvider.name);
  private discovered: Promise<Configuration> | null = null;

  constructor(@Inject(APP_CONFIG) private readonly config: AppConfig) {}

  /** Returns the address of the login page of the provider. @throws AppError service_unavailable */
  async begin(): Promise<Omit<LoginInProgress, 'to'> & { readonly url: URL }> {
    const { openid, provider } = await this.discover();
    const verifier = openid.randomPKCECodeVerifier();
    const checks = { state: openid.randomState(), nonce: openid.randomNonce() };
    const url = openid.buildAuthorizationUrl(provider, {
      ...checks,
      scope: this.config.auth.oidc.scope,
      redirect_uri: `${this.config.http.publicUrl}/console/login/callback`,
      code_challenge: await openid.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    });
    return { ...checks, verifier, url };
  }

  /**
   * Exchanges the code of the answer, and reads who the person is.
   * @returns null if the provider or a check refuses it. @throws AppError service_unavailable
   */
  async complete(query: string, { state, nonce, verifier }: LoginInProgress): Promise<LoggedIn | null> {
    const { openid, provider } = await this.discover();
    const url = new URL(`${this.config.http.publicUrl}/console/login/callback?${query}`);
    const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier, idTokenExpected: true };
    try {
      const answer = await openid.authorizationCodeGrant(provider, url, checks);
      const { iss: issuer = '', sub: subject = '', ...inToken } = answer.claims() ?? {};
      // Many providers have groups and names only there.
      const isMore = provider.serverMetadata().userinfo_endpoint !== undefined;
      const more = isMore && (await openid.fetchUserInfo(provider, answer.access_token, subject));
      const claims: Readonly<Record<string, unknown>> = { ...inToken, ...more };
      const groups = [claims[this.config.auth.oidc.groupsClaim]].flat();
      const held = this.config.auth.oidc.groupPermissions.filter(([group]) => groups.includes(group));
      const permissions = [...new Set(held.flatMap(([, each]) => each))];
      const name = [claims['preferred_username'], claims['email']].find((each) => typeof each === 'string') ?? subject;
      return { issuer, subject, name, permissions, idToken: answer.id_token ?? '' };
    } catch (error) {
      this.logger.warn({ err: error, reason: (error as { error?: string }).error }, 'Login by OpenID Connect failed');
      return null;
    }
  }

  /** Returns where the session at the provider ends; null if it cannot be ended from here. */
  async logOutUrl(idToken: string): Promise<URL | null> {
    const { openid, provider } = await this.discover();
    if (!provider.serverMetadata().end_session_endpoint) return null;
    const back = { id_token_hint: idToken, post_logout_redirect_uri: `${this.config.http.publicUrl}/console/login` };
    return openid.buildEndSessionUrl(provider, back);
  }

  /** At the first login, so that the product starts without the provider. Failures are not kept. */
  private async discover() {
    const openid = await import('openid-client');
    const { issuer, clientId, clientSecret } = this.config.auth.oidc;
    const execute = [openid.enableNonRepudiationChecks];
    // Only on this machine.
    // oxlint-disable-next-line typescript/no-deprecated
    if (issuer?.startsWith('http:')) execute.push(openid.allowInsecureRequests);
    const [secret, options] = [openid.ClientSecretBasic(clientSecret), { timeout: TIMEOUT_SECONDS, execute }];
    this.discovered ??= openid
      .discovery(new URL(issuer ?? ''), clientId, {}, secret, options)
      .catch((error: unknown) => {
        this.discovered = null;
        this.logger.warn({ err: error }, 'OpenID Connect discovery failed');
        throw unavailable('The login provider does not answer.');
      });
    return { openid, provider: await this.discovered };
  }
}
