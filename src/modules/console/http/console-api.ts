import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Response } from 'express';
import { AppError } from '../../../platform/errors/app-error.js';
import type { ErrorCode } from '../../../platform/errors/error-codes.js';
import { callInside, type InnerAnswer } from '../../../platform/http/inner-call.js';
import type { AppRequest } from '../../../platform/http/request.js';
import { isObject, type JsonObject } from '../../../platform/values/json.js';

type Query = Readonly<Record<string, string>>;

/** Calls the API as the manager of a page, so that pages have the permissions, rules, and audit entries of the API. */
export class ConsoleApi {
  constructor(
    private readonly request: AppRequest,
    private readonly response: Response,
  ) {}

  /** @throws AppError as the API answers. */
  get(path: string, query: Query = {}): Promise<JsonObject> {
    return this.call({ url: this.urlOf(path, query) });
  }

  /** @throws AppError as the API answers. */
  post(path: string, body: JsonObject): Promise<JsonObject> {
    return this.call({ method: 'POST', url: this.urlOf(path), body });
  }

  private async call(call: Parameters<typeof callInside>[2]): Promise<JsonObject> {
    const answer = await callInside(this.request, this.response, call);
    if (answer.status >= 400) throw errorOf(answer);
    return isObject(answer.body) ? answer.body : {};
  }

  private urlOf(path: string, query: Query = {}): string {
    const [name = '', own = ''] = path.split('?', 2);
    const all = new URLSearchParams([...new URLSearchParams(own), ...Object.entries(query)]).toString();
    return `${String(this.request.app.locals['apiPath'])}${name}${all === '' ? '' : `?${all}`}`;
  }
}

/** The API, called as the manager of the request. */
export const Api = createParamDecorator((_data: unknown, context: ExecutionContext): ConsoleApi => {
  const http = context.switchToHttp();
  return new ConsoleApi(http.getRequest(), http.getResponse());
});

/** Returns all reasons of a refusal; its message has the first. */
function messageOf(body: unknown): string {
  const { message, data } = isObject(body) ? body : {};
  const params = isObject(data) && isObject(data['params']) ? Object.entries(data['params']) : [];
  const further = params.slice(1).map(([name, reason]) => `${name} ${String(reason)}`);
  return [typeof message === 'string' ? message : 'The call failed.', ...further].join('; ');
}

function errorOf({ status, body }: InnerAnswer): AppError {
  const { code = null, data } = (body ?? {}) as { readonly code?: ErrorCode; readonly data?: JsonObject };
  return new AppError(code, messageOf(body), { status, ...(data && { data }) });
}
