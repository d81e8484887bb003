import { Logger } from '@nestjs/common';
import { AppError } from '../errors/app-error.js';
import { logFailure } from './log-failure.js';

describe('a failed request in the log', () => {
  const logger = new Logger('test');
  let warn: jest.SpyInstance;
  let error: jest.SpyInstance;
  beforeEach(() => {
    warn = jest.spyOn(logger, 'warn').mockImplementation();
    error = jest.spyOn(logger, 'error').mockImplementation();
  });
  afterEach(() => jest.restoreAllMocks());

  it('T50 is one warning without a stack for many refusals', () => {
    for (let time = 0; time < 100; time += 1)
      for (const reason of ['Too many bodies', 'Too many streams'])
        logFailure(logger, new AppError('service_unavailable', reason), 'failed');
    expect(warn.mock.calls).toEqual([['Requests refused: Too many bodies'], ['Requests refused: Too many streams']]);
    expect(error).not.toHaveBeenCalled();
  });

  it('is an error each time for faults of the product', () => {
    const cause = new Error('disk full');
    for (const thrown of [cause, cause, new AppError('service_unavailable', 'not kept', { cause })])
      logFailure(logger, thrown, 'failed');
    expect(error).toHaveBeenCalledTimes(3);
  });
});
