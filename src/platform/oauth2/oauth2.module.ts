import { Module } from '@nestjs/common';
import { OutboundHttpModule } from '../outbound-http/outbound-http.module.js';
import { AccessTokens } from './access-tokens.js';
import { RefreshTokens } from './refresh-tokens.js';

/** Logins by OAuth 2.0 at mail servers and mailboxes. */
@Module({
  imports: [OutboundHttpModule],
  providers: [AccessTokens, RefreshTokens],
  exports: [AccessTokens, RefreshTokens],
})
export class OAuth2Module {}
