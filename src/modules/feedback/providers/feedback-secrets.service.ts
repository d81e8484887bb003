import { Inject, Injectable } from '@nestjs/common';
import { APP_CONFIG, type AppConfig } from '../../../platform/config/config.js';
import { AppError } from '../../../platform/errors/app-error.js';
import { Keys } from '../../../platform/secrets/keys.js';
import { FEEDBACK_PROVIDERS, type FeedbackProvider } from '../feedback-report.js';

/** 192 bits are exactly 32 characters of base64url, so the encoding is unambiguous. */
const SECRET_BYTES = 24;
const SECRET = /^[\w-]{32}$/;

/** Creates the webhook URLs for email providers. Their secrets are derived from APP_SECRET, without a table. */
@Injectable()
export class FeedbackSecrets {
  constructor(
    private readonly keys: Keys,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  urls() {
    const { publicUrl, basePaths } = this.config.http;
    return FEEDBACK_PROVIDERS.map((provider) => ({
      provider,
      url: `${publicUrl}${basePaths[0] ?? ''}/feedback/${provider}/${this.secretOf(provider)}`,
      signed: this.isSigned(provider),
    }));
  }

  /** URLs made with a former APP_SECRET stay valid. @throws AppError rest_no_route for others, in constant time. */
  providerOf(name: string, secret: string): FeedbackProvider {
    const wellFormed = SECRET.test(secret);
    const given = wellFormed ? Buffer.from(secret, 'base64url') : Buffer.alloc(SECRET_BYTES);
    const genuine = this.keys.verifyHmac('feedback-secrets', name, given);
    const provider = FEEDBACK_PROVIDERS.find((known) => known === name);
    if (!provider || !wellFormed || !genuine)
      throw new AppError('rest_no_route', 'No route was found matching the URL and request method.');
    return provider;
  }

  private secretOf(provider: FeedbackProvider): string {
    return this.keys.hmac('feedback-secrets', provider).subarray(0, SECRET_BYTES).toString('base64url');
  }

  private isSigned(provider: FeedbackProvider): boolean {
    const { mailgunSigningKey, sendgridPublicKey } = this.config.feedback;
    if (provider === 'mailgun') return mailgunSigningKey !== null;
    return provider === 'ses' || (provider === 'sendgrid' && sendgridPublicKey !== null);
  }
}
