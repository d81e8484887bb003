import { Inject, Injectable, Logger } from '@nestjs/common';
import { APP_CONFIG, type AppConfig } from '../../../platform/config/config.js';
import { AppError, invalidParam } from '../../../platform/errors/app-error.js';
import { OutboundHttp } from '../../../platform/outbound-http/outbound-http.js';
import { SnsCertificates } from './sns-certificates.service.js';
import { isSignedBy, isSubscribeUrl, readSnsMessage, type SnsMessage } from './sns-message.js';

/** Opens the Amazon SNS envelopes of SES messages. */
@Injectable()
export class SnsService {
  private readonly logger = new Logger(SnsService.name);

  constructor(
    private readonly certificates: SnsCertificates,
    private readonly outbound: OutboundHttp,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  /**
   * Opens a signed envelope and confirms subscriptions.
   * @returns null for subscription messages.
   * @throws AppError for an invalid signature or an unknown topic.
   */
  async open(body: unknown): Promise<Pick<SnsMessage, 'messageId' | 'message'> | null> {
    const envelope = readSnsMessage(body);
    if (!envelope) throw invalidParam('body', 'must be an Amazon SNS message (raw message delivery is not supported)');
    await this.verify(envelope);
    if (envelope.type === 'Notification') return envelope;
    if (envelope.type === 'SubscriptionConfirmation') await this.confirm(envelope);
    else this.logger.warn('SNS subscription ended; no further events from this topic');
    return null;
  }

  private async verify(envelope: SnsMessage): Promise<void> {
    const topics = this.config.feedback.sesTopicArns;
    if (topics.length > 0 && !topics.includes(envelope.topicArn)) throw refused('The topic is not in SES_TOPIC_ARNS.');
    const key = await this.certificates.keyOf(envelope.certificateUrl);
    // Amazon retries.
    if (key === null) throw unavailable();
    if (key === 'foreign' || !isSignedBy(envelope, key)) throw refused('The signature is not valid.');
  }

  private async confirm({ subscribeUrl }: SnsMessage): Promise<void> {
    if (subscribeUrl === null || !isSubscribeUrl(subscribeUrl))
      throw refused('The confirmation URL is not a URL of Amazon SNS.');
    const result = await this.outbound.get({ url: subscribeUrl, headers: {} });
    if (result.failure !== null || result.status !== 200) throw unavailable();
    this.logger.log('SNS subscription confirmed');
  }
}

const refused = (message: string): AppError => new AppError('rest_forbidden', message);
const unavailable = (): AppError => new AppError('service_unavailable', 'Amazon SNS could not be reached.');
