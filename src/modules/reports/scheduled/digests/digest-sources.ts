import { Inject, Injectable, type Provider } from '@nestjs/common';
import type { ScheduledReportType } from '../scheduled-report-types.js';
import { AbTestingDigest } from './ab-testing.digest.js';
import { ActivityDigest } from './activity.digest.js';
import { CampaignDigest, CampaignsDigest } from './campaigns.digest.js';
import { EngagementDigest } from './engagement.digest.js';
import { FunnelDigest, FunnelsDigest } from './funnels.digest.js';
import { GrowthDigest } from './growth.digest.js';
import { ListsDigest, TagsDigest } from './labels.digest.js';
import { BouncesDigest, ComplaintsDigest, OptOutsDigest } from './losses.digest.js';
import { OverviewDigest } from './overview.digest.js';
import { RevenueDigest } from './revenue.digest.js';
import { SegmentationDigest } from './segmentation.digest.js';
import { TopSubscribersDigest } from './top-subscribers.digest.js';
import type { DigestSource } from './digest.js';

const DIGESTS = Symbol('digests');

const EACH = [
  OverviewDigest,
  CampaignsDigest,
  CampaignDigest,
  FunnelsDigest,
  FunnelDigest,
  GrowthDigest,
  ActivityDigest,
  TopSubscribersDigest,
  RevenueDigest,
  BouncesDigest,
  ComplaintsDigest,
  OptOutsDigest,
  ListsDigest,
  TagsDigest,
  SegmentationDigest,
  AbTestingDigest,
  EngagementDigest,
];

/** Who knows the figures of each report. */
@Injectable()
export class DigestSources {
  private readonly byType: ReadonlyMap<ScheduledReportType, DigestSource>;

  constructor(@Inject(DIGESTS) sources: readonly DigestSource[]) {
    this.byType = new Map(sources.map((source) => [source.type, source]));
  }

  of(type: ScheduledReportType): DigestSource {
    const source = this.byType.get(type);
    if (!source) throw new Error(`Nobody knows the figures of ${type}`);
    return source;
  }
}

export const DIGEST_PROVIDERS: Provider[] = [
  ...EACH,
  { provide: DIGESTS, useFactory: (...sources: DigestSource[]) => sources, inject: EACH },
  DigestSources,
];
