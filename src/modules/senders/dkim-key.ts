import { createPrivateKey, createPublicKey, generateKeyPair as generate, type KeyObject } from 'node:crypto';
import { promisify } from 'node:util';

const generateKeyPair = promisify(generate);

/** RFC 8301: shorter keys must not be trusted; longer ones do not fit into DNS answers. */
const SMALLEST_RSA = 1_024;
const MAX_RSA = 4_096;
const GENERATED_RSA = 2_048;
/** Length of the fixed prefix of an Ed25519 public key in SPKI form. */
const ED25519_BYTES = 32;

/** Generates a DKIM key, as PKCS #8 in PEM. */
export async function generateDkimKey(): Promise<string> {
  const { privateKey } = await generateKeyPair('rsa', { modulusLength: GENERATED_RSA });
  return pemOf(privateKey);
}

/** Returns the key as PKCS #8 in PEM, or the error, which never contains a part of the key. */
export function readDkimKey(text: string): { readonly pem: string } | { readonly fault: string } {
  let key: KeyObject;
  try {
    key = createPrivateKey(text);
  } catch {
    return { fault: 'must be a private key in PEM without a passphrase' };
  }
  const { asymmetricKeyType: type, asymmetricKeyDetails: details } = key;
  if (type === 'ed25519') return { pem: pemOf(key) };
  if (type !== 'rsa') return { fault: 'must be an RSA or Ed25519 key' };
  const bits = details?.modulusLength ?? 0;
  if (bits < SMALLEST_RSA || bits > MAX_RSA) return { fault: `must have ${SMALLEST_RSA} to ${MAX_RSA} bits` };
  return { pem: pemOf(key) };
}

/** Returns the TXT record of `<selector>._domainkey.<domain>` (RFC 6376 section 3.6.1, RFC 8463). */
export function dkimRecord(privateKeyPem: string): string {
  const publicKey = createPublicKey(privateKeyPem);
  const spki = publicKey.export({ type: 'spki', format: 'der' });
  if (publicKey.asymmetricKeyType === 'ed25519')
    return `v=DKIM1; k=ed25519; p=${spki.subarray(-ED25519_BYTES).toString('base64')}`;
  return `v=DKIM1; k=rsa; p=${spki.toString('base64')}`;
}

const pemOf = (key: KeyObject): string => key.export({ type: 'pkcs8', format: 'pem' }).toString();
