import type { Refusal } from '../../../platform/openapi/refusals.js';

// How questions to reports are refused, for the documentation.

export const FAULTY_QUESTION: Refusal = {
  message: 'Invalid parameter: end_date is required',
  description:
    'Parameters are at fault, and all of them are named; days that end before they start: `invalid_date_range`',
  data: { params: { end_date: 'is required' } },
};

export const UNKNOWN_LABEL: Refusal = { message: 'Invalid post ID.', description: 'There is no such list or tag' };
