import type { Refusal } from '../../../../platform/openapi/refusals.js';

// How questions about lists and tags are refused, for the documentation.

export const UNKNOWN_LABEL: Refusal = { message: 'Invalid post ID.', description: 'There is none with this id' };

export const FAULTY_QUESTION: Refusal = {
  message: 'Invalid parameter: lists',
  description:
    'Parameters are at fault; `lists[]` and `tags[]` are refused, because not every figure could be narrowed down',
  data: { params: { lists: 'cannot narrow down this report' } },
};
