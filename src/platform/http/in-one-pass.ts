import type { RequestHandler } from 'express';

/** Combines middlewares into one. The router copies and matches the path for each of its layers, which costs more than most of them. */
export function inOnePass(handlers: readonly RequestHandler[]): RequestHandler {
  return (request, response, next) => {
    const run = (index: number): void => {
      const handler = handlers[index];
      if (handler === undefined) next();
      else
        void handler(request, response, (error?: unknown) => {
          if (error === undefined) run(index + 1);
          else next(error);
        });
    };
    run(0);
  };
}
