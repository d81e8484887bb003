import { webcrypto } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as x509 from '@peculiar/x509';
import { parseConfig } from '../../src/platform/config/config.js';
import { OutboundHttp, type OutboundResult } from '../../src/platform/outbound-http/outbound-http.js';
import { stopAtEnd } from '../support/stop-at-end.js';
import { WebhookReceiver } from '../support/webhook-receiver.js';

/** Node.js reads NODE_EXTRA_CA_CERTS at the start; with a development authority, the product must add them itself. */
describe('additional certificate authorities', () => {
  const dir = mkdtempSync(join(tmpdir(), 'carillon-ca-'));
  const company = join(dir, 'company.pem');
  let receiver: WebhookReceiver;
  let companyUrl: string;

  beforeAll(async () => {
    stopAtEnd({
      stop: () => {
        rmSync(dir, { recursive: true });
      },
    });
    receiver = await WebhookReceiver.start(dir);
    const { key, cert } = await selfSigned();
    writeFileSync(company, cert);
    const companyServer = createServer({ key, cert }, (_request, response) => response.end());
    stopAtEnd({
      stop: () => {
        companyServer.close();
        companyServer.closeAllConnections();
      },
    });
    await new Promise<void>((resolve) => companyServer.listen(0, '127.0.0.1', resolve));
    companyUrl = `https://127.0.0.1:${(companyServer.address() as AddressInfo).port}/`;
  });

  /** The smallest case of a company's own authority: a self-signed certificate. */
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
        DATA_DIR: dir,
        WEBHOOK_ALLOW_PRIVATE_NETWORKS: 'true',
        NODE_EXTRA_CA_CERTS: extraCaFile,
      }),
    );
    const result = await http.post({ url, headers: {}, body: '{}' });
    await http.onApplicationShutdown();
    return result;
  }

  it('are trusted in addition to the development authority', async () => {
    expect(await post(companyUrl, '')).toMatchObject({ failure: 'tls_failed' });
    expect(await post(companyUrl, company)).toMatchObject({ failure: null, status: 200 });
    expect(await post(receiver.url, company)).toMatchObject({ failure: null, status: 200 });
  });

  it('that cannot be read are ignored, as in Node.js', async () => {
    expect(await post(receiver.url, join(dir, 'absent.pem'))).toMatchObject({ failure: null, status: 200 });
    expect(await post(companyUrl, join(dir, 'absent.pem'))).toMatchObject({ failure: 'tls_failed' });
  });
});
