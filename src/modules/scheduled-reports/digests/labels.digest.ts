import { Injectable } from '@nestjs/common';
import { ALL_CONTACTS } from '../../reports/audience-filter/audience-filter.js';
import { LabelReportsService } from '../../reports/labels/label-reports.service.js';
import { bars, type DigestFigures, type DigestRequest, type DigestSource, reportRequestOf, table } from './digest.js';

const COLUMNS = { Subscribers: 'count', Net: 'count', Opened: 'percent', Clicked: 'percent' } as const;

@Injectable()
abstract class LabelsDigest implements DigestSource {
  abstract readonly name: string;
  protected abstract readonly kind: 'list' | 'tag';

  constructor(private readonly reports: LabelReportsService) {}

  async build(request: DigestRequest): Promise<DigestFigures> {
    const reportRequest = { ...reportRequestOf(request), audience: ALL_CONTACTS };
    const { labels, currency, meta } = await this.reports.all(this.kind, reportRequest);
    const largest = [...labels].sort((a, b) => b.subscribersCount - a.subscribersCount);
    const sum = (figure: 'new' | 'lost' | 'net_growth'): number =>
      labels.reduce((all, label) => all + label[figure], 0);
    return {
      headlines: [
        { label: this.name, value: labels.length, unit: 'count', uncompared: true },
        { label: 'New', value: sum('new'), unit: 'count', better: 'more' },
        { label: 'Lost', value: sum('lost'), unit: 'count', better: 'less' },
        { label: 'Net growth', value: sum('net_growth'), unit: 'count', better: 'more' },
      ],
      charts: [bars('Subscribers now', 'count', largest, ({ title, subscribersCount }) => [title, subscribersCount])],
      tables: [
        table(this.name, { [this.kind === 'list' ? 'List' : 'Tag']: 'text', ...COLUMNS }, largest, (label) => [
          ...[label.title, label.subscribersCount, label.net_growth],
          ...[label.open_rate, label.click_rate],
        ]),
      ],
      currency,
      asOf: meta.as_of,
    };
  }
}

@Injectable()
export class ListsDigest extends LabelsDigest {
  readonly name = 'Lists';
  protected readonly kind = 'list';
}

@Injectable()
export class TagsDigest extends LabelsDigest {
  readonly name = 'Tags';
  protected readonly kind = 'tag';
}
