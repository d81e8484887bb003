import { loggablePath } from './logging.js';

describe('loggablePath', () => {
  it.each([
    ['/t/u/kkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkk', '/t/u/***'],
    ['/T/U/kkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkk', '/T/U/***'],
    ['/t/o/kkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkk.gif', '/t/o/***'],
    ['/api/v2/feedback/ses/1bTq2nQkYx0hW3vM5zR8uJ6sLdF4cGpE', '/api/v2/feedback/ses/***'],
    [
      '/wp-json/fluent-crm/v2/Feedback/SES/1bTq2nQkYx0hW3vM5zR8uJ6sLdF4cGpE/',
      '/wp-json/fluent-crm/v2/Feedback/SES/***/',
    ],
    ['/api/v2/feedback//generic//1bTq2nQkYx0hW3vM5zR8uJ6sLdF4cGpE?x=1', '/api/v2/feedback//generic//***'],
  ])('writes no key of %s', (url, path) => {
    expect(loggablePath(url)).toBe(path);
  });

  it.each([
    ['/api/v2/subscribers/7?search=ada%40example.com', '/api/v2/subscribers/7'],
    ['/api/v2/feedback/message', '/api/v2/feedback/message'],
    ['/api/v2/feedback/providers', '/api/v2/feedback/providers'],
  ])('keeps the rest of %s', (url, path) => {
    expect(loggablePath(url)).toBe(path);
  });
});
