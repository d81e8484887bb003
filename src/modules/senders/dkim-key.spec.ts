import { generateKeyPairSync } from 'node:crypto';
import { dkimRecord, generateDkimKey, readDkimKey } from './dkim-key.js';

const pem = (key: { export(options: object): string | Buffer }, type = 'pkcs8'): string =>
  key.export({ type, format: 'pem' }).toString();

/** RFC 8463 appendix A.2. */
const ED25519 = {
  privateKey: 'nWGxne/9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A=',
  record: 'v=DKIM1; k=ed25519; p=11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=',
};

describe('a DKIM key', () => {
  it('is generated with 2048 bits and can be parsed', async () => {
    const made = await generateDkimKey();
    expect(readDkimKey(made)).toEqual({ pem: made });
    expect(dkimRecord(made)).toMatch(/^v=DKIM1; k=rsa; p=MIIBIjANBgkq[\w+/]+=*$/);
  });

  it('can be in PKCS #1 and is stored as PKCS #8', () => {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 1_024 });
    expect(readDkimKey(pem(privateKey, 'pkcs1'))).toEqual({ pem: pem(privateKey) });
  });

  it('of type Ed25519 is published as the raw key', () => {
    const der = Buffer.concat([
      Buffer.from('302e020100300506032b657004220420', 'hex'),
      Buffer.from(ED25519.privateKey, 'base64'),
    ]);
    const text = `-----BEGIN PRIVATE KEY-----\n${der.toString('base64')}\n-----END PRIVATE KEY-----\n`;
    expect(readDkimKey(text)).toEqual({ pem: text });
    expect(dkimRecord(text)).toBe(ED25519.record);
  });

  it('is refused with the reason, which does not contain the key', () => {
    const short = generateKeyPairSync('rsa', { modulusLength: 512 });
    const curve = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    expect(readDkimKey(pem(short.privateKey))).toEqual({ fault: 'must have 1024 to 4096 bits' });
    expect(readDkimKey(pem(curve.privateKey))).toEqual({ fault: 'must be an RSA or Ed25519 key' });
    for (const text of ['', 'secret', pem(short.publicKey, 'spki')])
      expect(readDkimKey(text)).toEqual({ fault: 'must be a private key in PEM without a passphrase' });
  });
});
