/**
 * The longest wait for a condition, in milliseconds. Only a failing test waits this long, so it is generous: no test may fail because a
 * machine is slow. `npm test` scales it by its calibration.
 */
export const CEILING_MS = Number(process.env['TEST_CEILING_MS'] ?? 180_000);

/** The limit of one test or hook, in milliseconds: several waits, so that the wait that fails is the one that is reported. */
export const TEST_LIMIT_MS = 5 * CEILING_MS;
