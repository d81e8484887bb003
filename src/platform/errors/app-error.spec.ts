import { AppError, invalidParam, ValidationErrors } from './app-error.js';

describe('validation errors', () => {
  const thrown = (errors: ValidationErrors): AppError | null => {
    try {
      errors.throwIfAny();
      return null;
    } catch (error) {
      return error as AppError;
    }
  };

  it('are nothing while none is added', () => {
    expect(thrown(new ValidationErrors())).toBeNull();
  });

  it('have the message of the first error and name all fields', () => {
    const errors = new ValidationErrors();
    errors.add('email', 'is required');
    errors.add('color', 'is none', 'No such color');
    errors.add('email', 'a later thought');
    const error = thrown(errors);
    expect(error).toBeInstanceOf(AppError);
    expect(error?.message).toBe('Invalid parameter: email is required');
    expect(error?.options.data).toEqual({ params: { email: 'is required', color: 'is none' } });
  });

  it('quote at most 2,000 characters of what was sent', () => {
    const errors = new ValidationErrors();
    errors.add('tags', 'x'.repeat(3_000));
    errors.addUnknown('names', ['z'.repeat(3_000), 12]);
    errors.add('lists', 'y'.repeat(2_000));
    for (const error of [thrown(errors), invalidParam('tags', 'x'.repeat(3_000))]) {
      const { tags = '' } = error!.options.data!['params'] as Record<string, string>;
      expect([error!.message.length, tags.length]).toEqual([2_001, 2_001]);
    }
    const names = `unknown: ${'z'.repeat(64)}, 12`;
    expect(errors.reasonsByField()).toMatchObject({ lists: 'y'.repeat(2_000), names });
  });

  it('name the first fields, up to 20,000 characters', () => {
    const errors = new ValidationErrors();
    for (let at = 0; at < 1_500; at += 1) errors.add(`map.${at}`, 'x'.repeat(400));
    errors.add('y'.repeat(3_000), 'comes last');
    const shown = (error: AppError): [string, string][] =>
      Object.entries(error.options.data!['params'] as Record<string, string>);
    const [[first, reason] = [], ...more] = shown(thrown(errors)!);
    expect([first, reason?.length, more.length + 1]).toEqual(['map.0', 400, 49]);
    const [[long] = []] = shown(invalidParam('z'.repeat(30_000), 'is too long'));
    expect(long).toHaveLength(2_001);
  });

  it('use the message of the first error', () => {
    const errors = new ValidationErrors();
    errors.add('color', 'is none', 'No such color');
    expect(thrown(errors)?.message).toBe('No such color');
    expect(errors.has('color')).toBe(true);
    expect(errors.has('email')).toBe(false);
  });
});
