import { Injectable } from '@nestjs/common';
import { LabelReportsService } from '../../labels/label-reports.service.js';
import { daysAsked, type DigestFigures, type DigestQuestion, type DigestSource } from './digest.js';

@Injectable()
abstract class LabelsDigest implements DigestSource {
  abstract readonly type: 'lists' | 'tags';
  abstract readonly name: string;
  protected abstract readonly kind: 'list' | 'tag';

  constructor(private readonly labels: LabelReportsService) {}

  async take({ period, settings }: DigestQuestion): Promise<DigestFigures> {
    const { labels, currency, measured } = await this.labels.all(this.kind, {
      period: daysAsked(period),
      members: { lists: [], tags: [] },
      includeMachine: false,
      currency: settings.currency ?? undefined,
    });
    const largest = [...labels].sort((a, b) => b.subscribersCount - a.subscribersCount);
    const sum = (figure: 'new' | 'lost' | 'netGrowth'): number => labels.reduce((all, label) => all + label[figure], 0);
    return {
      headlines: [
        { label: this.name, value: labels.length, unit: 'count', standing: true },
        { label: 'Came', value: sum('new'), unit: 'count', better: 'more' },
        { label: 'Went', value: sum('lost'), unit: 'count', better: 'less' },
        { label: 'Net growth', value: sum('netGrowth'), unit: 'count', better: 'more' },
      ],
      charts: [
        {
          title: 'Subscribers now',
          kind: 'bar',
          unit: 'count',
          points: largest.map(({ title, subscribersCount }) => ({ label: title, value: subscribersCount })),
        },
      ],
      tables: [
        {
          title: this.name,
          columns: [
            { title: this.kind === 'list' ? 'List' : 'Tag', unit: 'text' },
            { title: 'Subscribers', unit: 'count' },
            { title: 'Net', unit: 'count' },
            { title: 'Opened', unit: 'percent' },
            { title: 'Clicked', unit: 'percent' },
          ],
          rows: largest.map((label) => [
            label.title,
            label.subscribersCount,
            label.netGrowth,
            label.openRate,
            label.clickRate,
          ]),
        },
      ],
      currency,
      asOf: measured.asOf,
    };
  }
}

@Injectable()
export class ListsDigest extends LabelsDigest {
  readonly type = 'lists';
  readonly name = 'Lists';
  protected readonly kind = 'list';
}

@Injectable()
export class TagsDigest extends LabelsDigest {
  readonly type = 'tags';
  readonly name = 'Tags';
  protected readonly kind = 'tag';
}
