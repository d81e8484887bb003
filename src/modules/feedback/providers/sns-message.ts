import { type KeyObject, verify } from 'node:crypto';
import { membersOf, textOf } from './untrusted-json.js';

const SNS_TYPES = ['Notification', 'SubscriptionConfirmation', 'UnsubscribeConfirmation'] as const;
type SnsType = (typeof SNS_TYPES)[number];

export interface SnsMessage {
  readonly type: SnsType;
  readonly messageId: string;
  readonly topicArn: string;
  readonly message: string;
  readonly signature: Buffer;
  readonly signatureVersion: '1' | '2';
  readonly certificateUrl: string;
  readonly subscribeUrl: string | null;
  /** https://docs.aws.amazon.com/sns/latest/dg/sns-verify-signature-of-message.html */
  readonly stringToSign: string;
}

/** In byte order; missing members (a subject) are skipped. */
const SIGNED: Readonly<Record<SnsType, readonly string[]>> = {
  Notification: ['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type'],
  SubscriptionConfirmation: ['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type'],
  UnsubscribeConfirmation: ['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type'],
};

const DIGESTS = { '1': 'sha1', '2': 'sha256' } as const;

/** Only hosts of Amazon: a certificate from elsewhere could sign anything. */
const HOST = String.raw`https://sns\.[a-z0-9-]{3,40}\.amazonaws\.com(?:\.cn)?`;
const CERTIFICATE_URL = new RegExp(String.raw`^${HOST}/SimpleNotificationService-[A-Za-z0-9]{8,128}\.pem$`);
const SUBSCRIBE_URL = new RegExp(String.raw`^${HOST}/\?Action=ConfirmSubscription&[\x21-\x7e]{1,1800}$`);

export const isCertificateUrl = (url: string): boolean => CERTIFICATE_URL.test(url);
export const isSubscribeUrl = (url: string): boolean => SUBSCRIBE_URL.test(url);

/** @returns null if it is not an SNS message. */
export function readSnsMessage(body: unknown): SnsMessage | null {
  const members = membersOf(body);
  const type = SNS_TYPES.find((name) => name === members['Type']);
  const raw = (name: string): string | null => (typeof members[name] === 'string' ? members[name] : null);
  const [messageId, topicArn, message] = [raw('MessageId'), raw('TopicArn'), raw('Message')];
  const version = textOf(members['SignatureVersion']);
  const [signature, certificateUrl] = [raw('Signature'), raw('SigningCertURL')];
  if (!type || messageId === null || topicArn === null || message === null) return null;
  if (signature === null || certificateUrl === null || (version !== '1' && version !== '2')) return null;
  return {
    type,
    messageId,
    topicArn,
    message,
    signature: Buffer.from(signature, 'base64'),
    signatureVersion: version,
    certificateUrl,
    subscribeUrl: raw('SubscribeURL'),
    stringToSign: SIGNED[type]
      .map((name) => [name, raw(name)] as const)
      .filter(([, value]) => value !== null)
      .map(([name, value]) => `${name}\n${value ?? ''}\n`)
      .join(''),
  };
}

export function isSignedBy({ stringToSign, signature, signatureVersion }: SnsMessage, key: KeyObject): boolean {
  try {
    return verify(DIGESTS[signatureVersion], Buffer.from(stringToSign), key, signature);
  } catch {
    return false;
  }
}
