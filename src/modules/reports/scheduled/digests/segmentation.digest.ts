import { Injectable } from '@nestjs/common';
import { SegmentationReportsService } from '../../segmentation/segmentation-reports.service.js';
import { daysAsked, type DigestFigures, type DigestQuestion, type DigestSource, earliest } from './digest.js';

/** Of the ways to tell contacts apart, those that a mail has room for. */
const DIMENSIONS = [
  { dimension: 'list', title: 'By list' },
  { dimension: 'country', title: 'By country' },
  { dimension: 'engagement', title: 'By engagement' },
] as const;
const MOST = 20;

/** Of the contacts of now, so nothing is compared. */
@Injectable()
export class SegmentationDigest implements DigestSource {
  readonly type = 'segmentation-analysis';
  readonly name = 'Segmentation analysis';

  constructor(private readonly segmentations: SegmentationReportsService) {}

  async take({ period, members, settings }: DigestQuestion, isBefore: boolean): Promise<DigestFigures> {
    const taken = [];
    for (const { dimension, title } of isBefore ? DIMENSIONS.slice(0, 1) : DIMENSIONS) {
      const analysis = await this.segmentations.analysis({
        dimension,
        limit: MOST,
        period: daysAsked(period),
        members,
        includeMachine: false,
        currency: settings.currency ?? undefined,
      });
      taken.push({ title, analysis });
    }
    const [first] = taken;
    return {
      headlines: [{ label: 'Contacts now', value: first?.analysis.total ?? 0, unit: 'count', standing: true }],
      charts: taken.slice(0, 2).map(({ title, analysis }) => ({
        title: `Open rate ${title.toLowerCase()}`,
        kind: 'bar',
        unit: 'percent',
        points: analysis.groups.map(({ label, openRate }) => ({ label, value: openRate })),
      })),
      tables: taken.map(({ title, analysis }) => ({
        title,
        columns: [
          { title: 'Group', unit: 'text' },
          { title: 'Contacts', unit: 'count' },
          { title: 'Share', unit: 'percent' },
          { title: 'Opened', unit: 'percent' },
          { title: 'Clicked', unit: 'percent' },
        ],
        rows: analysis.groups.map((group) => [group.label, group.size, group.share, group.openRate, group.clickRate]),
      })),
      currency: first?.analysis.currency ?? null,
      asOf: earliest(...taken.map(({ analysis }) => analysis.measured)),
    };
  }
}
