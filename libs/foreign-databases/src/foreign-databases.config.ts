import { configSlice, optionalText } from '@lectern/config';

export const foreignDatabasesConfig = configSlice('foreign databases', {
  SQLITE_FOLDER: optionalText({
    doc: 'folder of the SQLite files that retrieval agents may read; they read none when it is not set',
  }),
});
