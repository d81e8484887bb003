import { type KeyObject, X509Certificate } from 'node:crypto';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import { APP_CONFIG, type AppConfig } from '../../../platform/config/config.js';
import { AppError, invalidParam } from '../../../platform/errors/app-error.js';
import { OutboundHttp } from '../../../platform/outbound-http/outbound-http.js';
import { keep } from '../../../platform/values/collections.js';
import { isCertificateUrl, isSignedBy, isSubscribeUrl, readSnsMessage, type SnsMessage } from './sns-message.js';

/** There is one per region, and it changes from time to time. */
const KEPT = 50;

interface Signer {
  readonly key: KeyObject;
  readonly validFrom: Date;
  readonly validTo: Date;
}

@Injectable()
export class SnsService {
  private readonly logger = new Logger(SnsService.name);
  private readonly signers = new Map<string, Promise<Signer | null>>();

  constructor(
    private readonly outbound: OutboundHttp,
    private readonly clock: Clock,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  /** @returns null for subscriptions, which it confirms. @throws AppError for a bad signature or an unknown topic. */
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
    const key = await this.keyOf(envelope.certificateUrl);
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

  /** @returns `foreign` for a certificate that is expired or not Amazon's; null if it cannot be fetched now. */
  private async keyOf(url: string): Promise<KeyObject | 'foreign' | null> {
    if (!isCertificateUrl(url)) return 'foreign';
    const signer = await this.signerOf(url);
    if (!signer) return null;
    const now = this.clock.now();
    return now >= signer.validFrom && now <= signer.validTo ? signer.key : 'foreign';
  }

  /** Concurrent requests share one fetch; failures are not cached. */
  private signerOf(url: string): Promise<Signer | null> {
    const known = this.signers.get(url);
    if (known) return known;
    const fetched = this.fetch(url).then((signer) => {
      if (!signer) this.signers.delete(url);
      return signer;
    });
    keep(this.signers, url, fetched, KEPT);
    return fetched;
  }

  private async fetch(url: string): Promise<Signer | null> {
    const result = await this.outbound.get({ url, headers: {} });
    if (result.failure !== null || result.status !== 200) {
      this.logger.warn({ failure: result.failure ?? `status ${result.status}` }, 'SNS certificate fetch failed');
      return null;
    }
    try {
      const certificate = new X509Certificate(result.excerpt);
      if (certificate.publicKey.asymmetricKeyType !== 'rsa') return null;
      const { publicKey: key, validFrom, validTo } = certificate;
      return { key, validFrom: new Date(validFrom), validTo: new Date(validTo) };
    } catch {
      this.logger.warn('SNS certificate is invalid');
      return null;
    }
  }
}

const refused = (message: string): AppError => new AppError('rest_forbidden', message);
const unavailable = (): AppError => new AppError('service_unavailable', 'Amazon SNS could not be reached.');
