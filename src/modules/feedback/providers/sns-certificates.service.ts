import { type KeyObject, X509Certificate } from 'node:crypto';
import { Injectable, Logger } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import { OutboundHttp } from '../../../platform/outbound-http/outbound-http.js';
import { isCertificateUrl } from './sns-message.js';

/** There is one per region, and it changes from time to time. */
const KEPT = 50;

interface Signer {
  readonly key: KeyObject;
  readonly validFrom: Date;
  readonly validTo: Date;
}

/** Fetches and caches the signing certificates of Amazon SNS. */
@Injectable()
export class SnsCertificates {
  private readonly logger = new Logger(SnsCertificates.name);
  private readonly known = new Map<string, Promise<Signer | null>>();

  constructor(
    private readonly outbound: OutboundHttp,
    private readonly clock: Clock,
  ) {}

  /** @returns `foreign` for a certificate that is expired or not Amazon's; null if it cannot be fetched now. */
  async keyOf(url: string): Promise<KeyObject | 'foreign' | null> {
    if (!isCertificateUrl(url)) return 'foreign';
    const signer = await this.signerOf(url);
    if (!signer) return null;
    const now = this.clock.now();
    return now >= signer.validFrom && now <= signer.validTo ? signer.key : 'foreign';
  }

  /** Concurrent requests share one fetch; failures are not cached. */
  private signerOf(url: string): Promise<Signer | null> {
    const known = this.known.get(url);
    if (known) return known;
    const [oldest] = this.known.keys();
    if (this.known.size >= KEPT && oldest !== undefined) this.known.delete(oldest);
    const fetched = this.fetch(url).then((signer) => {
      if (!signer) this.known.delete(url);
      return signer;
    });
    this.known.set(url, fetched);
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
