import type { NextFunction, Request, RequestHandler, Response } from 'express';

interface Layer {
  readonly handle: unknown;
  /** Undefined for middleware. */
  readonly route?: { readonly path: unknown; readonly methods: Readonly<Record<string, boolean>> };
  match(path: string): boolean;
}

/** The parts of the router of Express that the index uses. */
export interface Router {
  readonly stack: readonly Layer[];
  handle(request: Request, response: Response, next: NextFunction): void;
}

/** A segment without parameters, wildcards, and options. */
const LITERAL = /^\/([^/:*{}()]+)(?:\/|$)/;

/** Passes requests to the layers that can match the first segment after the prefix: otherwise, hundreds are tried in turn. */
export function routeIndex(router: Router, prefix: string): RequestHandler {
  const base = prefix.toLowerCase();
  const segmentOf = (path: unknown): string | undefined => {
    const text = typeof path === 'string' ? path.toLowerCase() : '';
    return text.startsWith(base) ? LITERAL.exec(text.slice(base.length))?.[1] : undefined;
  };

  /** The routes are complete with the first request. */
  const build = (): Map<string, Router> => {
    const layers = router.stack.slice(1 + router.stack.findIndex(({ handle }) => handle === index));
    const segments = new Map(layers.map((layer) => [layer, segmentOf(layer.route?.path)]));
    const only = (segment: string): Router => {
      const stack = layers.filter((layer) => [segment, undefined].includes(segments.get(layer)));
      return Object.create(router, { stack: { value: stack } }) as Router;
    };
    return new Map([...segments.values()].flatMap((segment) => (segment ? [[segment, only(segment)]] : [])));
  };

  let routers: Map<string, Router> | undefined;
  const index: RequestHandler = (request, response, next) => {
    routers ??= build();
    const indexed = routers.get(segmentOf(request.path) ?? '');
    if (indexed) indexed.handle(request, response, next);
    else next();
  };
  return index;
}
