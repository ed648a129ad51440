import { projectRoot } from '../harness/process';
import { affected, foldersOf } from './affected';

describe('affected', () => {
  const apps = ['gateway', 'search', 'accounts'] as const;

  it('finds the apps that run what changed, however deep below them', () => {
    expect(affected(projectRoot, apps, ['libs/search/src/search.module.js'])).toEqual(['search']);
    expect(affected(projectRoot, apps, ['libs/contracts/src/core/errors.js'])).toEqual([...apps]);
    expect(affected(projectRoot, apps, ['apps/accounts/src/main.js', 'libs/gateway/src/edge.js'])).toEqual([
      'gateway',
      'accounts',
    ]);
  });

  it('leaves alone what runs in no app', () => {
    expect(affected(projectRoot, apps, ['e2e/harness/client.js', 'libs/testing/src/database.js'])).toEqual([]);
  });

  it('knows that no service runs another one', () => {
    expect([...foldersOf(projectRoot, 'search')]).not.toContain('libs/accounts');
  });
});
