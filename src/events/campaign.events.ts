export interface CampaignSnapshot {
  readonly id: number;
  readonly title: string;
  readonly slug: string;
  readonly status: string;
  readonly email_subject: string;
  readonly recipients_count: number;
  readonly scheduled_at: string | null;
  readonly created_at: string;
}

export interface CampaignEvents {
  'campaign.created': { readonly campaign: CampaignSnapshot };
  /** Every recipient has reached a final state. */
  'campaign.sent': { readonly campaign: CampaignSnapshot; readonly stats: Readonly<Record<string, number>> };
  'campaign.paused': {
    readonly campaign: CampaignSnapshot;
    readonly paused_at: string;
    readonly reason: string | null;
  };
  /** Internal: mails of the campaign may go out, now or again. */
  'campaign.started': { readonly id: number };
  'campaign.resumed': {
    readonly campaign: CampaignSnapshot;
    readonly resumed_at: string;
    readonly reason: string | null;
  };
}
