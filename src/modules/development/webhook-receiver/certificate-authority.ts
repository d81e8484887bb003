import { randomBytes, webcrypto } from 'node:crypto';
import { chmod, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import { dirname, join } from 'node:path';
import { orNullIfAbsent } from '../../../platform/errors/absent-file.js';
import { developmentCaDirectory, developmentCaFile } from '../../../platform/outbound-http/development-trust.js';

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;
const NAME = 'CN=Carillon development CA';
const DAY_MS = 86_400_000;
const AUTHORITY_DAYS = 3_650;
const CERTIFICATE_DAYS = 365;

/** Loaded on demand: it takes a seventh of the startup time, and production does not need it. */
const certificates = (): Promise<typeof import('@peculiar/x509')> => import('@peculiar/x509');

/** Key and certificate in PEM. */
interface ServerCredentials {
  readonly key: string;
  readonly cert: string;
}

export interface IssueOptions {
  readonly hosts: readonly string[];
  /** The expiry; a past time creates an expired certificate for tests. */
  readonly notAfter?: Date;
}

/** Created once in the data folder. Only this installation trusts it, and none does in production. */
export class DevelopmentAuthority {
  private constructor(
    /** In PEM. */
    readonly certificate: string,
    private readonly key: webcrypto.CryptoKey,
  ) {}

  /** Reads or creates the authority. If several processes create it, one wins. */
  static async of(dataDir: string): Promise<DevelopmentAuthority> {
    const found = await DevelopmentAuthority.read(dataDir);
    if (found) return found;
    await DevelopmentAuthority.make(dataDir);
    const made = await DevelopmentAuthority.read(dataDir);
    if (!made) throw new Error('The development certificate authority could not be created');
    return made;
  }

  async issue({ hosts, notAfter = daysFromNow(CERTIFICATE_DAYS) }: IssueOptions): Promise<ServerCredentials> {
    const x509 = await certificates();
    const keys = await webcrypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);
    const certificate = await x509.X509CertificateGenerator.create({
      serialNumber: serialNumber(),
      subject: `CN=${hosts[0] ?? 'localhost'}`,
      issuer: NAME,
      notBefore: new Date(Math.min(Date.now(), notAfter.getTime()) - DAY_MS),
      notAfter,
      signingAlgorithm: ALGORITHM,
      publicKey: keys.publicKey,
      signingKey: this.key,
      extensions: [
        new x509.SubjectAlternativeNameExtension(
          hosts.map((value) => ({ type: isIP(value) === 0 ? ('dns' as const) : ('ip' as const), value })),
        ),
        new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
      ],
    });
    return { key: await toPem(keys.privateKey), cert: certificate.toString('pem') };
  }

  private static async read(dataDir: string): Promise<DevelopmentAuthority | null> {
    const pem = await readFile(developmentCaFile(dataDir), 'utf8').catch(orNullIfAbsent);
    if (pem === null) return null;
    const keyPem = await readFile(keyFile(dataDir), 'utf8');
    const der = (await certificates()).PemConverter.decodeFirst(keyPem);
    const key = await webcrypto.subtle.importKey('pkcs8', der, ALGORITHM, false, ['sign']);
    return new DevelopmentAuthority(pem, key);
  }

  /** Writes to a temporary folder and renames it, so that certificate and key appear together. */
  private static async make(dataDir: string): Promise<void> {
    const x509 = await certificates();
    const keys = await webcrypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);
    const certificate = await x509.X509CertificateGenerator.createSelfSigned({
      serialNumber: serialNumber(),
      name: NAME,
      notBefore: daysFromNow(-1),
      notAfter: daysFromNow(AUTHORITY_DAYS),
      signingAlgorithm: ALGORITHM,
      keys,
      extensions: [
        new x509.BasicConstraintsExtension(true, 0, true),
        new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign, true),
      ],
    });
    const target = developmentCaDirectory(dataDir);
    await mkdir(dirname(target), { recursive: true, mode: 0o700 });
    const draft = await mkdtemp(`${target}-`);
    await chmod(draft, 0o700);
    await writeFile(join(draft, 'ca.key'), await toPem(keys.privateKey), { mode: 0o600 });
    await writeFile(join(draft, 'ca.pem'), certificate.toString('pem'), { mode: 0o600 });
    await rename(draft, target).catch(async (error: unknown) => {
      await rm(draft, { recursive: true, force: true });
      if (!isTaken(error)) throw error;
    });
  }
}

const keyFile = (dataDir: string): string => join(developmentCaDirectory(dataDir), 'ca.key');
const daysFromNow = (days: number): Date => new Date(Date.now() + days * DAY_MS);
/** A leading zero bit keeps it positive. */
const serialNumber = (): string => `00${randomBytes(16).toString('hex')}`;

async function toPem(key: webcrypto.CryptoKey): Promise<string> {
  const { PemConverter } = await certificates();
  return PemConverter.encode(await webcrypto.subtle.exportKey('pkcs8', key), 'PRIVATE KEY');
}

const isTaken = (error: unknown): boolean =>
  ['ENOTEMPTY', 'EEXIST'].includes((error as NodeJS.ErrnoException).code ?? '');
