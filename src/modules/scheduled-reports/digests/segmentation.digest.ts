import { Injectable } from '@nestjs/common';
import { SegmentationReportsService } from '../../reports/segmentation/segmentation-reports.service.js';
import {
  bars,
  type DigestFigures,
  type DigestRequest,
  type DigestSource,
  earliest,
  reportRequestOf,
  table,
} from './digest.js';

const DIMENSIONS = [
  { dimension: 'list', title: 'By list' },
  { dimension: 'country', title: 'By country' },
  { dimension: 'engagement', title: 'By engagement' },
] as const;
const MAX_COUNT = 20;
const GROUPS = { Group: 'text', Contacts: 'count', Share: 'percent', Opened: 'percent', Clicked: 'percent' } as const;

/** Covers current contacts, so nothing is compared. */
@Injectable()
export class SegmentationDigest implements DigestSource {
  readonly name = 'Segmentation analysis';

  constructor(private readonly segmentations: SegmentationReportsService) {}

  async build(request: DigestRequest, isPrevious: boolean): Promise<DigestFigures> {
    const analyses = [];
    for (const { dimension, title } of isPrevious ? DIMENSIONS.slice(0, 1) : DIMENSIONS)
      analyses.push({
        title,
        analysis: await this.segmentations.analysis(reportRequestOf(request), dimension, MAX_COUNT),
      });
    const first = analyses[0]?.analysis;
    return {
      headlines: [{ label: 'Contacts now', value: first?.total ?? 0, unit: 'count', uncompared: true }],
      charts: analyses
        .slice(0, 2)
        .map(({ title, analysis }) =>
          bars(`Open rate ${title.toLowerCase()} (of sent)`, 'percent', analysis.segments, ({ label, open_rate }) => [
            label,
            open_rate,
          ]),
        ),
      tables: analyses.map(({ title, analysis }) =>
        table(title, GROUPS, analysis.segments, (group) => [
          ...[group.label, group.size, group.share],
          ...[group.open_rate, group.click_rate],
        ]),
      ),
      currency: first?.currency ?? null,
      asOf: earliest(...analyses.map(({ analysis }) => analysis.meta.as_of)),
    };
  }
}
