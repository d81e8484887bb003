import { dialectCallOf, pathInApi } from './dialect-calls.js';

const BASE = '/wp-json/fluent-crm/v2';

const routeOf = (method: string, url: string): string | undefined =>
  dialectCallOf({ method, originalUrl: BASE + url })?.route?.path;

function pathOf(method: string, url: string): string | null {
  const call = dialectCallOf({ method, originalUrl: BASE + url });
  return call === null ? null : pathInApi(call);
}

describe('calls in the dialect', () => {
  it.each([
    ['GET', '/tags?per_page=2', '/tags'],
    ['HEAD', '/tags', '/tags'],
    ['GET', '/TAGS/', '/tags'],
    ['PUT', '/subscribers/7', '/subscribers/:id'],
    ['POST', '/Subscribers/Sync-Segments', '/subscribers/sync-segments'],
    ['PUT', '/funnels/1/subscribers/2/status', '/funnels/:id/subscribers/:subscriberId/status'],
  ])('are known: %s %s', (method, url, expected) => {
    expect(routeOf(method, url)).toBe(expected);
  });

  it.each([
    ['POST', '/tags/7'],
    ['DELETE', '/tags'],
    ['DELETE', '/subscribers/7'],
    ['GET', '/lists/x/tags'],
    ['OPTIONS', '/tags'],
  ])('without differences have no route: %s %s', (method, url) => {
    expect(dialectCallOf({ method, originalUrl: BASE + url })).not.toBeNull();
    expect(routeOf(method, url)).toBeUndefined();
  });

  it.each(['/api/v2/tags', '/wp-json/fluent-crm/v2x/tags', '/tags'])('are not matched as %s', (originalUrl) => {
    expect(dialectCallOf({ method: 'GET', originalUrl })).toBeNull();
  });

  it.each([
    ['/campaigns/7/un-schedule', '/campaigns/7/unschedule'],
    ['/CAMPAIGNS/7/Un-Schedule/', '/campaigns/7/unschedule'],
    ['/funnels/4/clone', '/funnels/4/duplicate'],
    ['/campaigns/7/pause', '/campaigns/7/pause'],
    // Replacement patterns must not be interpreted.
    ['/funnels/$1/clone', '/funnels/$1/duplicate'],
    ['/funnels/:id/clone', '/funnels/:id/duplicate'],
  ])('find their target: %s', (url, expected) => {
    expect(pathOf('POST', url)).toBe(expected);
  });

  it('may contain malformed escapes', () => {
    expect(pathOf('GET', '/campaigns/50%off')).toBe('/campaigns/50%25off');
    expect(pathOf('GET', '/campaigns/Spring%20news')).toBe('/campaigns/Spring%20news');
  });
});
