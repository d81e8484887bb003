import { CreatePlatform1767225600000 } from './1767225600000-platform-outbox-and-idempotency.js';
import { CreateAccess1767225601000 } from './1767225601000-access-managers-and-keys.js';

/** Every migration in order. Listed by hand so that build, tests and command line run exactly the same set. */
export const MIGRATIONS = [CreatePlatform1767225600000, CreateAccess1767225601000];
