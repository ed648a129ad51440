import { flag } from './setting';
import { configSlice } from './slice';

export const consoleSlice = configSlice('console', {
  CONSOLE: flag({
    doc:
      'whether the gateway serves the web console, where it serves both halves of the interface, ' +
      'or a zone whose accounts are on another host',
    fallback: true,
  }),
});
