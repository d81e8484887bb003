import { Injectable } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import type { DigestType } from './digest-types.js';
import { CAMPAIGN_DIGESTS } from './campaign.digests.js';
import { CONTACT_DIGESTS } from './contact.digests.js';
import { type Digest, type DigestFigures, type DigestRequest, reportRequestOf } from './digest.js';
import { OUTCOME_DIGESTS } from './outcome.digests.js';

const DIGESTS: Readonly<Record<DigestType, Digest>> = { ...CONTACT_DIGESTS, ...CAMPAIGN_DIGESTS, ...OUTCOME_DIGESTS };

@Injectable()
export class DigestSources {
  constructor(private readonly services: ModuleRef) {}

  of(type: DigestType) {
    const { name, build } = DIGESTS[type];
    return {
      name,
      /** @param isPrevious whether this is the previous period, of which only headlines are used. */
      build: async (request: DigestRequest, isPrevious: boolean): Promise<DigestFigures> => ({
        headlines: [],
        charts: [],
        tables: [],
        currency: null,
        ...(await build((service) => this.services.get(service), reportRequestOf(request), isPrevious)),
      }),
    };
  }
}
