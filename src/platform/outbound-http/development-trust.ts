import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { createSecureContext, rootCertificates, type SecureContext } from 'node:tls';

/** The folder of the certificate authority that the development receiver and the tests make for themselves. */
export const developmentCaDirectory = (dataDir: string): string => join(dataDir, 'dev-ca');
export const developmentCaFile = (dataDir: string): string => join(developmentCaDirectory(dataDir), 'ca.pem');

/** Trusts the development authority beside those that Node trusts by itself, from the moment that its file exists. */
export class DevelopmentTrust {
  private known: { readonly changedAt: number; readonly context: SecureContext } | null = null;

  /** @param extraCaFile what `NODE_EXTRA_CA_CERTS` names. */
  constructor(
    private readonly dataDir: string,
    private readonly extraCaFile: string | null = null,
  ) {}

  /** Undefined until there is such an authority. The same object until the file changes, so that it can be a cache key. */
  context(): SecureContext | undefined {
    const file = developmentCaFile(this.dataDir);
    const changedAt = statSync(file, { throwIfNoEntry: false })?.mtimeMs;
    if (changedAt === undefined) return undefined;
    if (this.known?.changedAt !== changedAt) {
      // `ca` replaces the default store, `NODE_EXTRA_CA_CERTS` included, instead of adding to it.
      const context = createSecureContext({ ca: [...rootCertificates, ...this.extra(), readFileSync(file, 'utf8')] });
      this.known = { changedAt, context };
    }
    return this.known.context;
  }

  /** Node goes on without a file that it cannot read, after a warning of its own. */
  private extra(): string[] {
    if (this.extraCaFile === null) return [];
    try {
      return [readFileSync(this.extraCaFile, 'utf8')];
    } catch {
      return [];
    }
  }
}
