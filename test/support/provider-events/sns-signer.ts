import { createSign, generateKeyPairSync, randomUUID, webcrypto } from 'node:crypto';
import * as x509 from '@peculiar/x509';

const HOST = 'sns.eu-west-1.amazonaws.com';
export const SNS_HOST = HOST;
export const TOPIC = 'arn:aws:sns:eu-west-1:123456789012:ses-feedback';

const SIGNED: Readonly<Record<string, readonly string[]>> = {
  Notification: ['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type'],
  SubscriptionConfirmation: ['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type'],
};

export type SnsEnvelope = Record<string, string>;

/** Signs as Amazon SNS does, with its own key. Its certificate must be served in place of Amazon's. */
export class SnsSigner {
  readonly certificateUrl = `https://${HOST}/SimpleNotificationService-${randomUUID().replaceAll('-', '')}.pem`;

  private constructor(
    readonly privateKeyPem: string,
    /** In PEM. */
    readonly certificate: string,
  ) {}

  static async make(period: { notBefore?: Date; notAfter?: Date } = {}): Promise<SnsSigner> {
    const algorithm = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' };
    const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
    const keys = {
      privateKey: await webcrypto.subtle.importKey(
        'pkcs8',
        privateKey.export({ type: 'pkcs8', format: 'der' }),
        algorithm,
        true,
        ['sign'],
      ),
      publicKey: await webcrypto.subtle.importKey(
        'spki',
        publicKey.export({ type: 'spki', format: 'der' }),
        algorithm,
        true,
        ['verify'],
      ),
    };
    const certificate = await x509.X509CertificateGenerator.createSelfSigned({
      serialNumber: '01',
      name: 'CN=sns.amazonaws.com',
      notBefore: period.notBefore ?? new Date(Date.now() - 86_400_000),
      notAfter: period.notAfter ?? new Date(Date.now() + 86_400_000),
      signingAlgorithm: algorithm,
      keys,
    });
    return new SnsSigner(privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(), certificate.toString('pem'));
  }

  notification(message: unknown, changes: Partial<SnsEnvelope> = {}): SnsEnvelope {
    return this.signed({
      Type: 'Notification',
      MessageId: randomUUID(),
      TopicArn: TOPIC,
      Subject: 'Amazon SES Email Event Notification',
      Message: typeof message === 'string' ? message : JSON.stringify(message),
      Timestamp: '2026-01-27T14:59:40.000Z',
      ...changes,
    });
  }

  subscription(token: string, changes: Partial<SnsEnvelope> = {}): SnsEnvelope {
    return this.signed({
      Type: 'SubscriptionConfirmation',
      MessageId: randomUUID(),
      Token: token,
      TopicArn: TOPIC,
      Message: `You have chosen to subscribe to the topic ${TOPIC}.\nTo confirm the subscription, visit the SubscribeURL.`,
      SubscribeURL: `https://${HOST}/?Action=ConfirmSubscription&TopicArn=${TOPIC}&Token=${token}`,
      Timestamp: '2026-01-27T14:50:00.000Z',
      ...changes,
    });
  }

  private signed(fields: Partial<SnsEnvelope>): SnsEnvelope {
    const envelope = {
      SignatureVersion: '1',
      SigningCertURL: this.certificateUrl,
      UnsubscribeURL: `https://${HOST}/?Action=Unsubscribe&SubscriptionArn=${TOPIC}:c9135db0`,
      ...fields,
    } as SnsEnvelope;
    const text = (SIGNED[envelope['Type'] ?? ''] ?? [])
      .filter((name) => envelope[name] !== undefined)
      .map((name) => `${name}\n${envelope[name] ?? ''}\n`)
      .join('');
    const digest = envelope['SignatureVersion'] === '2' ? 'RSA-SHA256' : 'RSA-SHA1';
    return { ...envelope, Signature: createSign(digest).update(text).sign(this.privateKeyPem, 'base64') };
  }
}
