import { ApiClient } from './api-client.js';
import type { World } from './world.js';

export const DIALECT = '/wp-json/fluent-crm/v2';

/** Settings for tests that use the FluentCRM dialect beside the API. */
export const WITH_DIALECT = { API_BASE_PATH: `/api/v2,${DIALECT}` } as const;

/** The same manager at the base path of the other dialect. */
export function inDialect(world: World, client: ApiClient = world.all): ApiClient {
  return new ApiClient(world.api, { http: { basePaths: [DIALECT] } }, client.credentials);
}
