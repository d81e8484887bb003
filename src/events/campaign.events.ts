import { decimal, integer, moment, named, nullable, object, oneOf, text, type TypeOf } from './schema.js';

const campaign = named(
  'EventCampaign',
  object(
    {
      id: integer(9),
      title: text('Spring'),
      slug: text('spring'),
      status: oneOf(['working', 'draft', 'scheduled', 'sent', 'paused', 'archived']),
      email_subject: text('Spring is here'),
      recipients_count: integer(1200, 'Exact once all recipients are written down'),
      scheduled_at: nullable(moment()),
      created_at: moment(),
    },
    'A campaign as it was at that moment',
  ),
);
export type CampaignSnapshot = TypeOf<typeof campaign>;

const stats = object(
  {
    total: integer(1200),
    sent: integer(1198, 'Accepted by the mail server or refused at the recipient'),
    views: integer(512, 'Mails opened by a person'),
    clicks: integer(87, 'Mails with a click by a person'),
    unsubscribers: integer(4),
    bounced: integer(6),
    complained: integer(0),
    failed: integer(2),
    revenue: decimal(0, 'What its mails have brought by then, net of refunds'),
    currency: nullable(text('EUR', 'Of the revenue; null when nothing was ordered')),
  },
  'What had become of its mails by then',
);
export type CampaignFigures = TypeOf<typeof stats>;

const reason = nullable(text('missed_window', 'Null when a manager asked for it'));

export const CAMPAIGN_EVENTS = {
  'campaign.created': object({ campaign }, 'A campaign was created.'),
  'campaign.sent': object({ campaign, stats }, 'Every mail of a campaign has reached its final state.'),
  'campaign.paused': object({ campaign, paused_at: moment(), reason }, 'A campaign stopped for the time being.'),
  'campaign.resumed': object({ campaign, resumed_at: moment(), reason }, 'A paused campaign goes on.'),
};

/** Between modules only. */
export interface InternalCampaignEvents {
  /** Mails of the campaign may go out, now or again. */
  'campaign.started': { readonly id: number };
}
