import 'reflect-metadata';
import { responseCheck } from './response-check/response-check.js';

// In full the tests of threats try every hostile text in every field.
jest.setTimeout(process.env['TEST_DEPTH'] === 'full' ? 900_000 : 60_000);

// What a test was answered is a part of what it shows. The last answers may be those to its hooks.
const check = (): void => {
  responseCheck.throwMismatches();
};
afterEach(check);
afterAll(check);
