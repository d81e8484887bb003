import { CurrencyCode } from '../../../platform/http/dto-fields.js';

/** In which currency a report is to answer. */
export function ReportCurrencyCode(): PropertyDecorator {
  return CurrencyCode({
    description: 'The currency to report in (ISO 4217). Left out, the configured one, or the one of most orders',
  });
}
