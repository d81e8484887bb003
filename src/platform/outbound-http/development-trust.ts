import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { createSecureContext, rootCertificates, type SecureContext } from 'node:tls';

/** Folder of the certificate authority that the development receiver and tests generate. */
export const developmentCaDirectory = (dataDir: string): string => join(dataDir, 'dev-ca');
export const developmentCaFile = (dataDir: string): string => join(developmentCaDirectory(dataDir), 'ca.pem');

/** How often to look for a new authority, so that a call does not wait for the disk. */
const LOOK_EVERY_MS = 100;

/** Trusts the development authority in addition to Node's, once its file exists. */
export class DevelopmentTrust {
  private known: { readonly changedAt: number; readonly context: SecureContext } | null = null;
  private lookedAt = -Infinity;

  /** @param extraCaFile value of `NODE_EXTRA_CA_CERTS`. */
  constructor(
    private readonly dataDir: string,
    private readonly extraCaFile: string | null = null,
  ) {}

  /** Undefined without an authority. The same object until the file changes, so that it can be a cache key. */
  context(): SecureContext | undefined {
    const now = performance.now();
    if (this.known !== null && now - this.lookedAt < LOOK_EVERY_MS) return this.known.context;
    this.lookedAt = now;
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
