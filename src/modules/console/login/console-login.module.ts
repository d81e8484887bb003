import { Module } from '@nestjs/common';
import { OpenIdProvider } from '../../auth/openid-provider.service.js';
import { LoginConsole } from './login-console.controller.js';

/** Login and log-out by OpenID Connect. */
@Module({ controllers: [LoginConsole], providers: [OpenIdProvider] })
export class ConsoleLoginModule {}
