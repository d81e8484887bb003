import 'reflect-metadata';
import { responseCheck } from './response-check/response-check.js';

// The full run tests every hostile text in every field.
jest.setTimeout(process.env['TEST_DEPTH'] === 'full' ? 900_000 : 60_000);

// Responses are checked at the end of each test and, for those to hooks, at the end of the file.
const check = (): void => {
  responseCheck.throwMismatches();
};
afterEach(check);
afterAll(check);
