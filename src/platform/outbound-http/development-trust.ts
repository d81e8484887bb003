import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { createSecureContext, rootCertificates, type SecureContext } from 'node:tls';

/** The folder of the certificate authority that the development receiver and the tests make for themselves. */
export const developmentCaDirectory = (dataDir: string): string => join(dataDir, 'dev-ca');
export const developmentCaFile = (dataDir: string): string => join(developmentCaDirectory(dataDir), 'ca.pem');

/** Trusts the development authority beside the public ones, from the moment that its file exists. */
export class DevelopmentTrust {
  private known: { readonly changedAt: number; readonly context: SecureContext } | null = null;

  constructor(private readonly dataDir: string) {}

  /** Undefined until there is such an authority. The same object until the file changes, so that it can be a cache key. */
  context(): SecureContext | undefined {
    const file = developmentCaFile(this.dataDir);
    const changedAt = statSync(file, { throwIfNoEntry: false })?.mtimeMs;
    if (changedAt === undefined) return undefined;
    if (this.known?.changedAt !== changedAt) {
      // `ca` replaces the default store instead of adding to it.
      const context = createSecureContext({ ca: [...rootCertificates, readFileSync(file, 'utf8')] });
      this.known = { changedAt, context };
    }
    return this.known.context;
  }
}
