import { Inject, Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import { BasicStrategy as PassportBasicStrategy } from 'passport-http';
import { APP_CONFIG, type AppConfig } from '../../platform/config/config.js';
import { AppError } from '../../platform/errors/app-error.js';
import type { AppRequest } from '../../platform/http/request.js';
import { CredentialsService, type Identity } from './credentials.service.js';

@Injectable()
export class BasicStrategy extends PassportStrategy(PassportBasicStrategy, 'basic') {
  /** Passport adds both to a copy of this object for each request. */
  declare readonly success: (identity: Identity) => void;
  declare readonly error: (error: unknown) => void;

  constructor(
    private readonly credentials: CredentialsService,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {
    super({ realm: 'api', passReqToCallback: true });
  }

  /** The library parses the header wrongly (see `basicCredentials`) and logs a deprecation warning. */
  override authenticate(request: AppRequest): void {
    this.validate(request).then(this.success.bind(this), this.error.bind(this));
  }

  async validate(request: AppRequest): Promise<Identity> {
    if (!this.config.http.serviceEnabled) throw new AppError('service_inactive', 'The service is not active.');
    return this.credentials.identify(request);
  }
}
