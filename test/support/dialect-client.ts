import { ApiClient } from './api-client.js';
import type { World } from './world.js';

export const DIALECT = '/wp-json/fluent-crm/v2';

/** For worlds that speak to programs of FluentCRM beside their own clients. */
export const WITH_DIALECT = { API_BASE_PATH: `/api/v2,${DIALECT}` } as const;

/** The same manager, by the base path of the other dialect. */
export function inDialect(world: World, client: ApiClient = world.all): ApiClient {
  return new ApiClient(world.api, { http: { basePaths: [DIALECT] } }, client.credentials);
}
