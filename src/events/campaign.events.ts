import { CAMPAIGN_STATUSES, type CampaignStatus } from './campaign-state.js';
import { decimal, integer, moment, named, nullable, object, oneOf, text, type TypeOf } from '../shapes/shape.js';

const campaign = named(
  'EventCampaign',
  object(
    {
      id: integer(9),
      title: text('Spring'),
      slug: text('spring'),
      status: oneOf<CampaignStatus>(['working', ...CAMPAIGN_STATUSES.filter((status) => status !== 'working')]),
      email_subject: text('Spring is here', 'Liquid'),
      recipients_count: integer(1200, 'Exact once all recipients are stored'),
      scheduled_at: nullable(moment('Null without a schedule')),
      created_at: moment(),
    },
    'The campaign at the time of the event',
  ),
);
export type CampaignSnapshot = TypeOf<typeof campaign>;

const stats = object(
  {
    total: integer(1200),
    sent: integer(1198, 'Accepted by the mail server, or bounced'),
    views: integer(512, 'Emails opened, without machine opens'),
    clicks: integer(87, 'Emails clicked, without machine clicks'),
    unsubscribers: integer(4),
    bounced: integer(6),
    complained: integer(0),
    failed: integer(2, 'Emails refused or given up'),
    revenue: decimal(0, 'Attributed revenue at the time of the event, net of refunds'),
    currency: nullable(text('EUR', 'Currency of the revenue; null without orders')),
  },
  'Figures at the time of the event',
);

const reason = nullable(text('missed_window', 'Null if a manager paused or resumed the campaign'));

export const CAMPAIGN_EVENTS = {
  'campaign.created': object({ campaign }, 'A campaign was created.'),
  'campaign.sent': object({ campaign, stats }, 'Every email of a campaign has reached its final state.'),
  'campaign.paused': object({ campaign, paused_at: moment(), reason }, 'A campaign was paused.'),
  'campaign.resumed': object({ campaign, resumed_at: moment(), reason }, 'A paused campaign was resumed.'),
};

/** Internal; not delivered to webhooks. */
export interface InternalCampaignEvents {
  /** The emails of the campaign may be sent, for the first time or again. */
  'campaign.started': { readonly id: number };
}
