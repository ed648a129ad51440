import { lazyRouteComponent } from '@tanstack/react-router';
import { loadCode } from './api/load-code';

/** A page whose code is loaded when somebody goes there; a page of an older version reloads itself. */
export function lazyPage<T extends Record<string, unknown>, K extends keyof T>(importer: () => Promise<T>, name: K) {
  return lazyRouteComponent(() => loadCode(importer), name);
}
