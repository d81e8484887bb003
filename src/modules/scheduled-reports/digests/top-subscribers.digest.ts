import { Injectable } from '@nestjs/common';
import { type TopSubscribers, TopSubscribersService } from '../../reports/top-subscribers/top-subscribers.service.js';
import {
  bars,
  type DigestFigures,
  type DigestRequest,
  type DigestSource,
  type DigestTable,
  reportRequestOf,
  table,
} from './digest.js';

const MAX_COUNT = 100;

/** Different contacts lead in each period, so nothing is compared. */
@Injectable()
export class TopSubscribersDigest implements DigestSource {
  readonly name = 'Top subscribers';

  constructor(private readonly tops: TopSubscribersService) {}

  async build(request: DigestRequest, isPrevious: boolean): Promise<DigestFigures> {
    const limit = isPrevious ? 1 : MAX_COUNT;
    const { subscribers, currency, meta } = await this.tops.top(reportRequestOf(request), 'engagement', limit);
    return {
      headlines: [],
      charts: [bars('Engagement', 'score', subscribers, ({ contact, value }) => [nameOf(contact), value])],
      tables: [mostEngaged(subscribers)],
      currency,
      asOf: meta.as_of,
    };
  }
}

export const mostEngaged = (subscribers: TopSubscribers): DigestTable =>
  table(
    'Most engaged contacts',
    { Contact: 'text', Score: 'score', Opened: 'count', Clicked: 'count', Orders: 'count' },
    subscribers,
    ({ contact, value, opens, clicks, orders }) => [contact.email, value, opens, clicks, orders],
  );

function nameOf({ first_name, last_name, email }: TopSubscribers[number]['contact']): string {
  const name = [first_name, last_name].filter(Boolean).join(' ');
  return name === '' ? email : name;
}
