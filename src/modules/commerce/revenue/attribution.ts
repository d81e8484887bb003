import type { Order } from '../orders/order.entity.js';

export type Attribution = Pick<Order, 'touch' | 'campaignId' | 'funnelId' | 'stepId' | 'emailId'>;

export const NO_ATTRIBUTION: Attribution = {
  touch: null,
  campaignId: null,
  funnelId: null,
  stepId: null,
  emailId: null,
};

/** A human click in an email of a campaign or a funnel. */
export interface Click {
  readonly trackingEventId: number;
  readonly emailId: number;
  readonly sourceType: 'campaign' | 'funnel';
  readonly sourceId: number;
  /** The recipient key of the email; for funnels `<enrollment>:<step>`. */
  readonly recipientKey: string;
  readonly clickedAt: Date;
}

const DAY_MS = 86_400_000;

/** Returns the last click at or before the order, within the attribution window. */
export function lastClick(clicks: readonly Click[], orderedAt: Date, windowDays: number): Click | null {
  const [latest, earliest] = [orderedAt.getTime(), orderedAt.getTime() - windowDays * DAY_MS];
  const [last = null] = clicks
    .filter(({ clickedAt }) => clickedAt.getTime() >= earliest && clickedAt.getTime() <= latest)
    .sort(
      (one, other) =>
        other.clickedAt.getTime() - one.clickedAt.getTime() || other.trackingEventId - one.trackingEventId,
    );
  return last;
}

export function attributionTo(click: Click | null): Attribution {
  if (click === null) return NO_ATTRIBUTION;
  const { emailId, sourceType, sourceId, recipientKey } = click;
  const isOfFunnel = sourceType === 'funnel';
  const [, step] = /^\d+:(\d+)$/.exec(recipientKey) ?? [];
  return {
    touch: 'last_click',
    campaignId: isOfFunnel ? null : sourceId,
    funnelId: isOfFunnel ? sourceId : null,
    stepId: isOfFunnel && step !== undefined ? Number(step) : null,
    emailId,
  };
}

export const isSameAttribution = (one: Attribution, other: Attribution): boolean =>
  (['touch', 'campaignId', 'funnelId', 'stepId', 'emailId'] as const).every((part) => one[part] === other[part]);
