import { ValidateBy, buildMessage } from 'class-validator';

// eslint-disable-next-line no-control-regex
const HEADER_BREAKS = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/;

/** Text that becomes a header: one line, or somebody could add headers of their own. */
export const OneLine = (): PropertyDecorator =>
  ValidateBy({
    name: 'oneLine',
    validator: {
      validate: (value: unknown) => typeof value !== 'string' || !HEADER_BREAKS.test(value),
      defaultMessage: buildMessage(() => 'must not hold line breaks or control characters'),
    },
  });
