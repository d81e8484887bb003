import 'reflect-metadata';
import { responseCheck } from './response-check/response-check.js';

// Responses are checked at the end of each test and, for those to hooks, at the end of the file.
const check = (): void => {
  responseCheck.throwMismatches();
};
afterEach(check);
afterAll(check);
