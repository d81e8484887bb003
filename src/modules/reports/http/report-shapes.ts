import { type Page, PageResponse } from '../../../platform/http/page.js';

/** The fields of a response class, for object spreads. */
export type Shape<Response> = Pick<Response, keyof Response>;

/** A response whose member `Name` is still a plain page: its links depend on the URL of the request. */
export type Unpaged<Response, Name extends keyof Response> = Omit<Response, Name> & {
  readonly [Key in Name]: Response[Key] extends PageResponse<infer Item> ? Page<Item> : never;
};

export const pageOf = <Item>(page: Page<Item>, url: URL): PageResponse<Item> => new PageResponse(page, page.items, url);
