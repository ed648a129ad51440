import { legacyPath, pathExpression, pathOf, pathParameters, routePath } from './route-path';

describe('a path of an operation', () => {
  it.each([
    ['/api/v1/kb/{kbid}/notes', { pattern: '/api/v1/kb/:kbid/notes' }],
    ['/kb/{kbid}/file/{path*}', { pattern: '/kb/:kbid/file/*', tail: 'path' }],
    ['/logo.png', { pattern: '/logo.png' }],
  ])('%s is routed', (path, expected) => {
    expect(routePath(path)).toEqual(expected);
  });

  it('on an agent is found below the memory of the agent, too', () => {
    expect(legacyPath('/api/v1/agent/{agent_id}/session/{session}')).toBe(
      '/api/v1/kb/{agent_id}/agent/session/{session}',
    );
    for (const path of ['/api/v1/kb/{kbid}/find', '/api/v1/agents/{agent_id}/x', '/api/auth/agent/{agent_id}/x'])
      expect(legacyPath(path)).toBeUndefined();
  });

  it('cannot go on after a greedy parameter', () => {
    expect(() => routePath('/kb/{path*}/more')).toThrow('{name*} may only be the end of a path');
  });

  it('finds its parameters in what it matches, decoded once', () => {
    const template = '/kb/{kbid}/file/{path*}';
    const expression = pathExpression(template);
    expect(pathParameters(template, expression, '/kb/a%20b/file/c/d%2525')).toEqual({ kbid: 'a b', path: 'c/d%25' });
    expect(expression.test('/kb/a/b/file/c')).toBe(false);
    expect(pathExpression('/logo.png').test('/logoxpng')).toBe(false);
  });
});

describe('the path of a target', () => {
  it.each([
    ['/a/b?c=/d', '/a/b'],
    ['http://host:80/a?b', '/a'],
    ['HTTPS://host/', '/'],
    ['*', '*'],
  ])('%s is %s', (target, path) => {
    expect(pathOf(target)).toBe(path);
  });
});
