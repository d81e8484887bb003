import type { ApiClient } from './api-client.js';

/** What a test starts from, made through the public API. Callers name only what matters to them. */
export class Given {
  constructor(readonly client: ApiClient) {}
}
