import { configSlice, integer } from '@lectern/config';

/** Which models are loaded in advance. */
export const modelLoadingConfig = configSlice('model-loading', {
  MODEL_LOADING_FREE_MB: integer({
    doc: 'memory that must be free for each embedding model besides the default that knowledge boxes use to be loaded after the start; 0: such models are loaded by their first text',
    min: 0,
    max: 1_048_576,
    fallback: 1_024,
  }),
});
