import { Injectable } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import type { BulkJobKind } from './bulk-job-status.js';
import { type BulkWork, DoesBulkWork } from './bulk-work.js';

/** The kinds of job that this build knows how to do. */
@Injectable()
export class BulkWorks {
  private known: ReadonlyMap<BulkJobKind, BulkWork> | null = null;

  constructor(private readonly discovery: DiscoveryService) {}

  get kinds(): readonly BulkJobKind[] {
    return [...this.all().keys()];
  }

  of(kind: BulkJobKind): BulkWork {
    const work = this.all().get(kind);
    if (!work) throw new Error(`Nobody does jobs of the kind ${kind}`);
    return work;
  }

  /** Looked for once, when everybody is there. */
  private all(): ReadonlyMap<BulkJobKind, BulkWork> {
    this.known ??= new Map(
      this.discovery
        .getProviders({ metadataKey: DoesBulkWork.KEY })
        .map(({ instance }) => instance as BulkWork)
        .map((work) => [work.kind, work]),
    );
    return this.known;
  }
}
