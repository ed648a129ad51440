import { join } from 'node:path';
import { root } from '../tidy/workspace';

const apps = ['gateway', 'search', 'accounts'] as const;

describe('programs that run what changed', () => {
  let appsOf: (root: string, apps: readonly string[], changed: readonly string[]) => readonly string[];
  beforeAll(async () => ({ appsOf } = await import(join(__dirname, 'apps.mjs'))));

  it('are found, however deep below them it is', () => {
    expect(appsOf(root, apps, ['libs/search/src/search.module.js'])).toEqual(['search']);
    expect(appsOf(root, apps, ['libs/contracts/src/core/errors.js'])).toEqual([...apps]);
    expect(appsOf(root, apps, ['apps/accounts/src/main.js', 'libs/gateway/src/edge/edge.js'])).toEqual([
      'gateway',
      'accounts',
    ]);
  });

  it('are none for what runs in no program', () => {
    expect(appsOf(root, apps, ['e2e/harness/client.js', 'libs/testing/src/database.js'])).toEqual([]);
  });

  it('are no services for the code of another', () => {
    expect(appsOf(root, ['search'], ['libs/accounts/src/accounts.module.ts'])).toEqual([]);
  });
});
