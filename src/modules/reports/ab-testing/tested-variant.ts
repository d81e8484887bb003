import type { TestResult } from '../../campaigns/ab-test/test-results.service.js';
import type { TestedVariantResponse } from './dto/ab-testing.shapes.js';

export const testedVariant = (variant: TestResult['variants'][number]): TestedVariantResponse => ({
  key: variant.key,
  subject: variant.subject,
  sent: variant.sent,
  opened: variant.opened,
  clicked: variant.clicked,
  open_rate: variant.open_rate,
  click_rate: variant.click_rate,
  converted: variant.converted,
  conversion_rate: variant.conversion_rate,
  orders: variant.orders,
  revenue: variant.revenue,
  currency: variant.currency,
  ci_low: variant.interval.low,
  ci_high: variant.interval.high,
  lift: variant.lift,
  confidence: variant.confidence,
});
