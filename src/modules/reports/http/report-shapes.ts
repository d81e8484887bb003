import type { Page, PageOf } from '../../../platform/http/page.js';

/** A response whose member `Name` is still a plain page: its links depend on the URL of the request. */
export type Unpaged<Response, Name extends keyof Response> = Omit<Response, Name> & {
  readonly [Key in Name]: Response[Key] extends PageOf<infer Item> ? Page<Item> : never;
};
