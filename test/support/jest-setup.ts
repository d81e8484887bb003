import 'reflect-metadata';

// In full the tests of threats try every hostile text in every field.
jest.setTimeout(process.env['TEST_DEPTH'] === 'full' ? 900_000 : 60_000);
