import type { ErrorCode } from './error-codes.js';

/** The page that describes all error codes. */
export const ERROR_PAGE_PATH = '/docs/errors';

/** The anchor of the only error without a code. */
export const NO_CODE = 'no_code';

/** Returns the URL of the section that describes an error. */
export const docUrlOf = (publicUrl: string, code: ErrorCode | null): string =>
  `${publicUrl}${ERROR_PAGE_PATH}#${code ?? NO_CODE}`;
