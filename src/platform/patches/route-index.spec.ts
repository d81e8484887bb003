import express from 'express';
import request from 'supertest';
import { type Router, routeIndex } from './route-index.js';

const PATHS = [
  '/api/lists',
  '/api/Lists/9',
  '/api/lists/%41',
  '/api/tags/',
  '/api/none',
  '/api/listsx',
  '/api//lists',
  '/',
  '/lists',
];

/** An application with routes of all kinds, with and without the index. */
function appWith(indexed: boolean): express.Express {
  const app = express();
  const answer =
    (name: string): express.RequestHandler =>
    ({ params }, response) => {
      response.json({ name, params });
    };
  if (indexed) app.use(routeIndex((app as unknown as { router: Router }).router, '/api'));
  app.use((_request, response, next) => {
    response.setHeader('X-Passes', Number(response.getHeader('X-Passes') ?? 0) + 1);
    next();
  });
  app.get('/api/lists', answer('lists'));
  app.get('/api/lists/9', (_request, _response, next) => {
    next();
  });
  app.get('/api/lists/:id', answer('list'));
  app.get('/api/tags', answer('tags'));
  app.get('/api/:any', answer('any'));
  app.use((_request, response) => {
    response.status(404).json({ name: 'nothing' });
  });
  return app;
}

describe('the route index', () => {
  it.each(PATHS)('does not change the answer to %s', async (path) => {
    const [indexed, plain] = await Promise.all([true, false].map((on) => request(appWith(on)).get(path)));
    expect(indexed?.status).toBe(plain?.status);
    expect(indexed?.body).toEqual(plain?.body);
    expect(indexed?.headers['x-passes']).toBe('1');
  });
});
