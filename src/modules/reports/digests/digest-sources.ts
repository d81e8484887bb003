import { Injectable } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import type { DigestType } from './digest-types.js';
import { CAMPAIGN_DIGESTS } from './campaign.digests.js';
import { CONTACT_DIGESTS } from './contact.digests.js';
import type { Digest, DigestSource } from './digest.js';
import { OUTCOME_DIGESTS } from './outcome.digests.js';

const DIGESTS: Readonly<Record<DigestType, Digest>> = { ...CONTACT_DIGESTS, ...CAMPAIGN_DIGESTS, ...OUTCOME_DIGESTS };

@Injectable()
export class DigestSources {
  constructor(private readonly services: ModuleRef) {}

  of(type: DigestType): DigestSource {
    const digest = DIGESTS[type];
    return {
      name: digest.name,
      build: async (request, isPrevious) => ({
        headlines: [],
        charts: [],
        tables: [],
        currency: null,
        ...(await digest.build((service) => this.services.get(service), request, isPrevious)),
      }),
    };
  }
}
