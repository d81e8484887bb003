import { webcrypto } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as x509 from '@peculiar/x509';
import { parseConfig } from '../../src/platform/config/config.js';
import { OutboundHttp, type OutboundResult } from '../../src/platform/outbound-http/outbound-http.js';
import { WebhookReceiver } from '../support/webhook-receiver.js';

/** Node itself reads the variable when a process starts; this is about installations with a development authority. */
describe('certificate authorities of one’s own', () => {
  const own = mkdtempSync(join(tmpdir(), 'carillon-ca-'));
  const company = join(own, 'company.pem');
  let mine: WebhookReceiver;
  let foreign: Server;
  let foreignUrl: string;

  beforeAll(async () => {
    mine = await WebhookReceiver.start(own);
    const { key, cert } = await selfSigned();
    writeFileSync(company, cert);
    foreign = createServer({ key, cert }, (_request, response) => response.end());
    await new Promise<void>((resolve) => foreign.listen(0, '127.0.0.1', resolve));
    foreignUrl = `https://127.0.0.1:${(foreign.address() as AddressInfo).port}/`;
  });
  afterAll(async () => {
    await mine.stop();
    foreign.closeAllConnections();
    await new Promise((resolve) => foreign.close(resolve));
    rmSync(own, { recursive: true });
  });

  /** What a company's own authority comes to in the smallest case: a certificate that vouches for itself. */
  async function selfSigned(): Promise<{ key: string; cert: string }> {
    const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
    const keys = await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
    const certificate = await x509.X509CertificateGenerator.createSelfSigned({
      name: 'CN=Company',
      notBefore: new Date(Date.now() - 60_000),
      notAfter: new Date(Date.now() + 3_600_000),
      signingAlgorithm: algorithm,
      keys,
      extensions: [
        new x509.BasicConstraintsExtension(true, 0, true),
        new x509.SubjectAlternativeNameExtension([{ type: 'ip', value: '127.0.0.1' }]),
      ],
    });
    const der = await webcrypto.subtle.exportKey('pkcs8', keys.privateKey);
    return { key: x509.PemConverter.encode(der, 'PRIVATE KEY'), cert: certificate.toString('pem') };
  }

  async function post(url: string, extraCaFile: string): Promise<OutboundResult> {
    const http = new OutboundHttp(
      parseConfig({
        NODE_ENV: 'test',
        DATABASE_URL: 'mysql://nowhere',
        REDIS_URL: 'redis://nowhere',
        APP_SECRET: 'a secret for tests only, 32 characters and more',
        DATA_DIR: own,
        WEBHOOK_ALLOW_PRIVATE_NETWORKS: 'true',
        NODE_EXTRA_CA_CERTS: extraCaFile,
      }),
    );
    const result = await http.post({ url, headers: {}, body: '{}' });
    await http.onApplicationShutdown();
    return result;
  }

  it('are trusted beside the development authority', async () => {
    expect(await post(foreignUrl, '')).toMatchObject({ failure: 'tls_failed' });
    expect(await post(foreignUrl, company)).toMatchObject({ failure: null, status: 200 });
    expect(await post(mine.url, company)).toMatchObject({ failure: null, status: 200 });
  });

  it('that cannot be read change nothing, as with Node itself', async () => {
    expect(await post(mine.url, join(own, 'absent.pem'))).toMatchObject({ failure: null, status: 200 });
    expect(await post(foreignUrl, join(own, 'absent.pem'))).toMatchObject({ failure: 'tls_failed' });
  });
});
