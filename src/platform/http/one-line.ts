import { Must } from './dto-fields.js';

// oxlint-disable-next-line no-control-regex
const HEADER_BREAKS = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/;

export const NOT_ONE_LINE = 'must not hold line breaks or control characters';

/** Line breaks in a text could add headers to an email. */
export const isOneLine = (text: string): boolean => !HEADER_BREAKS.test(text);

/** A text used in a header must be one line. */
export const OneLine = (): PropertyDecorator =>
  Must((value) => typeof value !== 'string' || isOneLine(value), NOT_ONE_LINE);
