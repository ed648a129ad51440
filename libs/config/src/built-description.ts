import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { InterfaceDescription } from '@lectern/contracts/core';
import { BUILT } from './built-files';

/** As the build read it from the sources of this version. */
export function builtDescription(): InterfaceDescription {
  return JSON.parse(readFileSync(join(BUILT, 'generated/interface.json'), 'utf8'));
}
