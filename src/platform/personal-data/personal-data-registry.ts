import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { HoldsPersonalData, type PersonalDataHolder } from './personal-data-holder.js';

/** All parts of the product that keep something about people. */
@Injectable()
export class PersonalDataRegistry implements OnApplicationBootstrap {
  private found: readonly PersonalDataHolder[] = [];

  constructor(private readonly discovery: DiscoveryService) {}

  onApplicationBootstrap(): void {
    this.found = this.discovery
      .getProviders({ metadataKey: HoldsPersonalData.KEY })
      .map((wrapper) => wrapper.instance as PersonalDataHolder)
      .sort((a, b) => a.section.localeCompare(b.section));
  }

  /** In the order of their sections; all transactions take their locks in it. */
  get holders(): readonly PersonalDataHolder[] {
    return this.found;
  }
}
