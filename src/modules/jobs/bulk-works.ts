import { Injectable } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { providersWith } from '../../platform/discovery/marker.js';
import type { BulkJobKind } from './bulk-job-status.js';
import { type BulkWork, RegistersBulkWork } from './bulk-work.js';

/** The registry of job handlers. */
@Injectable()
export class BulkWorks {
  private known: ReadonlyMap<BulkJobKind, BulkWork> | null = null;

  constructor(private readonly discovery: DiscoveryService) {}

  get kinds(): readonly BulkJobKind[] {
    return [...this.all().keys()];
  }

  of(kind: BulkJobKind): BulkWork {
    const work = this.all().get(kind);
    if (!work) throw new Error(`No handler for jobs of kind ${kind}`);
    return work;
  }

  /** Discovers the handlers on first use, when all providers exist. */
  private all(): ReadonlyMap<BulkJobKind, BulkWork> {
    this.known ??= new Map(providersWith(RegistersBulkWork, this.discovery).map((work) => [work.kind, work]));
    return this.known;
  }
}
