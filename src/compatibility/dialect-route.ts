import type { AppRequest } from '../platform/http/request.js';

/** A JSON body of a request or response. */
export type Members = Readonly<Record<string, unknown>>;

/** Reports what the API ignores in a body; the response lists the warnings. */
export type Warn = (warning: string) => void;

/** What the translation of a body may use. */
export interface Translation {
  /** Returns ids of lists or tags that are given in any form; leaves out unknown ids, and unknown titles unless `creates`. */
  readonly labels: (
    kind: 'tags' | 'lists',
    given: readonly unknown[],
    options: { readonly creates: boolean; readonly warn: Warn },
  ) => Promise<readonly number[]>;
  /** Returns the content of the email that `reference_campaign` of a step names. */
  readonly emailOf: (campaignId: number) => Promise<Members>;
  readonly company: (given: unknown, warn: Warn) => Promise<number | null>;
  readonly joinCompany: (contactId: number, companyId: number) => Promise<unknown>;
  /** Cuts values of custom fields that are too long. */
  readonly customValues: (values: Members, warn: Warn) => Promise<Members>;
}

/** Translates one route of the dialect to the API, and the response back. */
export interface DialectRoute {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Path without the base path. A name with a colon stands for one part. */
  readonly path: string;
  /** Handled by a controller of this layer, because the API has no equivalent route. */
  readonly own?: true;
  /** The path of the API with the same parameters, optionally with a query. Default: the same path. */
  readonly becomes?: string;
  /** The method of the API. Default: the same method. */
  readonly as?: DialectRoute['method'];
  /** @param search the query string with its question mark. */
  readonly search?: (search: string) => string;
  readonly body?: (body: Members, warn: Warn, tools: Translation) => Members | Promise<Members>;
  /** @throws AppError for invalid values that only the dialect has. */
  readonly answer?: (answer: Members, request: AppRequest, tools: Translation) => Members | Promise<Members>;
}
