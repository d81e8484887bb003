import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { providersWith } from '../discovery/marker.js';
import { StoresPersonalData, type PersonalDataStore } from './personal-data-store.js';

/**
 * The sections in the order in which all transactions change and lock them. Two transactions with other orders could wait for each other, and
 * `counted_reasons` finds reasons in emails that still have them.
 */
const ORDER = [
  ...['audit_log', 'commerce', 'contact', 'counted_reasons', 'emails', 'events', 'funnels', 'reports'],
  ...['scheduled_reports', 'staff_notifications', 'stored_answers', 'webhooks'],
];

/** All stores of personal data. */
@Injectable()
export class PersonalDataRegistry implements OnApplicationBootstrap {
  private found: readonly PersonalDataStore[] = [];

  constructor(private readonly discovery: DiscoveryService) {}

  onApplicationBootstrap(): void {
    const stores = providersWith(StoresPersonalData, this.discovery);
    const missing = stores.find(({ section }) => !ORDER.includes(section));
    if (missing) throw new Error(`the personal data store ${missing.section} has no place in the order of stores`);
    this.found = stores.sort((a, b) => ORDER.indexOf(a.section) - ORDER.indexOf(b.section));
  }

  /** In the lock order. */
  get stores(): readonly PersonalDataStore[] {
    return this.found;
  }
}
