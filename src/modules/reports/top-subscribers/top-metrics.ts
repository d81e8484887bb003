export const TOP_METRICS = ['engagement', 'revenue', 'activity'] as const;
export type TopMetric = (typeof TOP_METRICS)[number];
