import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { createSecureContext, rootCertificates, type SecureContext } from 'node:tls';

/** Folder of the certificate authority that the development receiver and tests generate. */
export const developmentCaDirectory = (dataDir: string): string => join(dataDir, 'dev-ca');
export const developmentCaFile = (dataDir: string): string => join(developmentCaDirectory(dataDir), 'ca.pem');

/** Trusts the development authority in addition to Node's, once its file exists. */
export class DevelopmentTrust {
  private known: { readonly changedAt: number; readonly context: SecureContext } | null = null;

  /** @param extraCaFile value of `NODE_EXTRA_CA_CERTS`. */
  constructor(
    private readonly dataDir: string,
    private readonly extraCaFile: string | null = null,
  ) {}

  /** Undefined without an authority. The same object until the file changes, so that it can be a cache key. */
  context(): SecureContext | undefined {
    const file = developmentCaFile(this.dataDir);
    const changedAt = statSync(file, { throwIfNoEntry: false })?.mtimeMs;
    if (changedAt === undefined) return undefined;
    if (this.known?.changedAt !== changedAt) {
      // `ca` replaces the default store, including `NODE_EXTRA_CA_CERTS`.
      const context = createSecureContext({ ca: [...rootCertificates, ...this.extra(), readFileSync(file, 'utf8')] });
      this.known = { changedAt, context };
    }
    return this.known.context;
  }

  /** Node warns about an unreadable file and continues. */
  private extra(): string[] {
    if (this.extraCaFile === null) return [];
    try {
      return [readFileSync(this.extraCaFile, 'utf8')];
    } catch {
      return [];
    }
  }
}
