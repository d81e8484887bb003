import { Injectable, type Type } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import type { ScheduledReportType } from '../schedules/scheduled-report-types.js';
import { AbTestingDigest } from './ab-testing.digest.js';
import { ActivityDigest } from './activity.digest.js';
import { CampaignDigest, CampaignsDigest } from './campaigns.digest.js';
import { BouncesDigest, ComplaintsDigest, OptOutsDigest } from './deliverability.digest.js';
import type { DigestSource } from './digest.js';
import { EngagementDigest } from './engagement.digest.js';
import { FunnelDigest, FunnelsDigest } from './funnels.digest.js';
import { GrowthDigest } from './growth.digest.js';
import { ListsDigest, TagsDigest } from './labels.digest.js';
import { OverviewDigest } from './overview.digest.js';
import { RevenueDigest } from './revenue.digest.js';
import { SegmentationDigest } from './segmentation.digest.js';
import { TopSubscribersDigest } from './top-subscribers.digest.js';

const SOURCES: Readonly<Record<ScheduledReportType, Type<DigestSource>>> = {
  overview: OverviewDigest,
  campaigns: CampaignsDigest,
  campaign: CampaignDigest,
  funnels: FunnelsDigest,
  funnel: FunnelDigest,
  'subscriber-growth': GrowthDigest,
  'subscriber-activity': ActivityDigest,
  'top-subscribers': TopSubscribersDigest,
  revenue: RevenueDigest,
  bounces: BouncesDigest,
  'spam-complaints': ComplaintsDigest,
  unsubscribes: OptOutsDigest,
  lists: ListsDigest,
  tags: TagsDigest,
  'segmentation-analysis': SegmentationDigest,
  'ab-testing': AbTestingDigest,
  'engagement-scores': EngagementDigest,
};

/** Returns the digest source of each report type. */
@Injectable()
export class DigestSources {
  constructor(private readonly providers: ModuleRef) {}

  of(type: ScheduledReportType): DigestSource {
    return this.providers.get(SOURCES[type]);
  }
}

export const DIGEST_PROVIDERS = [DigestSources, ...Object.values(SOURCES)];
