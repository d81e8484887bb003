import { CurrencyCode } from '../../../platform/http/dto-fields.js';

export function ReportCurrencyCode(): PropertyDecorator {
  return CurrencyCode({
    description:
      'Currency of the report (ISO 4217). Default: `REPORT_CURRENCY`, or else the currency with the most orders',
  });
}
