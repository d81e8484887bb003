import { AppError } from './app-error.js';
import { Faults } from './faults.js';

describe('faults', () => {
  const thrown = (faults: Faults): AppError | null => {
    try {
      faults.throwIfAny();
      return null;
    } catch (error) {
      return error as AppError;
    }
  };

  it('are nothing as long as none is added', () => {
    expect(thrown(new Faults())).toBeNull();
  });

  it('speak with the words of the first and name all', () => {
    const faults = new Faults();
    faults.add('email', 'is required');
    faults.add('colour', 'is none', 'No such colour');
    faults.add('email', 'a later thought');
    const error = thrown(faults);
    expect(error).toBeInstanceOf(AppError);
    expect(error?.message).toBe('Invalid parameter: email is required');
    expect(error?.options.data).toEqual({ params: { email: 'is required', colour: 'is none' } });
  });

  it('use their own words where they come first', () => {
    const faults = new Faults();
    faults.add('colour', 'is none', 'No such colour');
    expect(thrown(faults)?.message).toBe('No such colour');
    expect(faults.has('colour')).toBe(true);
    expect(faults.has('email')).toBe(false);
  });
});
