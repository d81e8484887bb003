import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { providersWith } from '../discovery/marker.js';
import { StoresPersonalData, type PersonalDataStore } from './personal-data-store.js';

/** All stores of personal data. */
@Injectable()
export class PersonalDataRegistry implements OnApplicationBootstrap {
  private found: readonly PersonalDataStore[] = [];

  constructor(private readonly discovery: DiscoveryService) {}

  onApplicationBootstrap(): void {
    this.found = providersWith(StoresPersonalData, this.discovery).sort((a, b) => a.section.localeCompare(b.section));
  }

  /** In the order of their sections, which is the lock order of all transactions. */
  get stores(): readonly PersonalDataStore[] {
    return this.found;
  }
}
