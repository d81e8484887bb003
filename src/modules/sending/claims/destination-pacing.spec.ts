import { useFakeClock } from '../../../../test/support/fake-clock.js';
import type { AppConfig } from '../../../platform/config/config.js';
import type { Destinations } from '../../senders/destinations/destinations.service.js';
import type { MailboxProviders } from '../../senders/destinations/mailbox-providers.service.js';
import type { RateLimit, SendRates } from '../pacing/send-rates.js';
import { DestinationPacing } from './destination-pacing.js';

const KEY = { senderId: 1, provider: 'slow.example' };

describe('an urgent email to a throttled mailbox provider', () => {
  useFakeClock();
  const limits: RateLimit[] = [];
  const limit = { isQuarantined: false, rate: 1, concurrency: null };
  let pacing: DestinationPacing;
  beforeEach(() => {
    limits.length = 0;
    pacing = new DestinationPacing(
      { hasLimits: () => true, limitOf: () => limit, record: () => Promise.resolve() } as unknown as Destinations,
      { cached: () => KEY.provider } as unknown as MailboxProviders,
      {
        take: (asked: RateLimit[]) => {
          limits.push(...asked);
          return Promise.resolve({ startsInMs: [0], waitMs: 0, release: () => undefined });
        },
      } as unknown as SendRates,
      { mail: { concurrencyPerDomain: 10 } } as unknown as AppConfig,
    );
  });

  it('is claimed at once, however many emails of a campaign wait for their turn', () => {
    for (let email = 0; email < 5_000; email += 1) pacing.waitOf(1, 'campaign@slow.example');
    expect(pacing.waitOf(1, 'campaign@slow.example')).toBeGreaterThan(29 * 60_000);
    expect(pacing.waitOf(1, 'urgent@slow.example', true)).toBeNull();
  });

  it('does not wait for start times that a campaign has leased, and uses up the rate', async () => {
    await pacing.enter(KEY, 10, true);
    expect(limits).toMatchObject([
      { scope: 'destination:1:slow.example:urgent', charges: 'destination:1:slow.example', emails: 1 },
    ]);
  });
});
