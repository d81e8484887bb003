import { Inject, Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import { BasicStrategy as PassportBasicStrategy } from 'passport-http';
import { APP_CONFIG, type AppConfig } from '../../platform/config/config.js';
import { AppError } from '../../platform/errors/app-error.js';
import type { AppRequest } from '../../platform/http/request.js';
import { CHALLENGE, CredentialsService, type Identity } from './credentials.service.js';

@Injectable()
export class BasicStrategy extends PassportStrategy(PassportBasicStrategy, 'basic') {
  /** Both are put onto a copy of this for each request. */
  declare readonly success: (identity: Identity) => void;
  declare readonly error: (error: unknown) => void;

  constructor(
    private readonly credentials: CredentialsService,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {
    super({ realm: 'api', passReqToCallback: true });
  }

  /** The library's own reading of the header is wrong (see below) and warns of a deprecated call in every request. */
  override authenticate(request: AppRequest): void {
    this.validate(request).then(
      (identity) => {
        this.success(identity);
      },
      (error: unknown) => {
        this.error(error);
      },
    );
  }

  async validate(request: AppRequest): Promise<Identity> {
    if (!this.config.http.serviceEnabled) throw new AppError('service_inactive', 'The service is not active.');
    const pair = basicCredentials(request.headers.authorization);
    if (!pair) throw notLoggedIn();
    return this.credentials.verify(pair.username, pair.password, request.ip ?? '');
  }
}

/**
 * The library cuts the password at its first colon, so that anything could follow it; RFC 7617 ends the name at the
 * first colon and gives the password all the rest.
 */
export function basicCredentials(header: string | undefined): { username: string; password: string } | null {
  const encoded = /^Basic +([A-Za-z0-9+/=_-]+) *$/i.exec(header ?? '')?.[1];
  if (encoded === undefined) return null;
  const decoded = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = decoded.indexOf(':');
  if (colon < 1 || colon === decoded.length - 1) return null;
  return { username: decoded.slice(0, colon), password: decoded.slice(colon + 1) };
}

/** Nothing usable was sent. */
export function notLoggedIn(): AppError {
  return new AppError('rest_not_logged_in', 'You are not currently logged in.', {
    headers: { 'WWW-Authenticate': CHALLENGE },
  });
}
